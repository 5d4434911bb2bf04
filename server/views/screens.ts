import type { z } from "zod";
import type { AnyOperation, AnyStream } from "../kernel/operation/operation";
import { fieldsOf } from "../kernel/operation/schema-fields";
import type { Actor } from "../kernel/operation/roles";
import type { RelativeName } from "../trade/periods";
import { relativeNames } from "../trade/periods";
import { exportAgents, listScreen as agentsScreen } from "../agents";
import { exportEntries, listScreen as blackListScreen } from "../blacklist";
import * as logs from "../logs";
import { listScreen as officesScreen } from "../offices";
import { agentSalesExport, agentSalesScreen } from "../payroll";
import * as reports from "../reports";
import { listScreen as sitesScreen } from "../sites";

/** The screens that can be saved as views. */

type Screen = {
  title: string;
  opens: AnyOperation;
  /** The rows as CSV. A screen without can be saved, but neither mailed nor fed. */
  exports?: AnyStream<string>;
  /** The parameters that choose days. */
  dates: readonly string[];
  /** The named ranges that replace `start` and `end`, the one that the screen opens with first. */
  during: readonly RelativeName[];
};

const ranged = (first: RelativeName, names: readonly RelativeName[] = relativeNames) => ({
  dates: ["start", "end"],
  during: [first, ...names.filter((name) => name !== first)],
});
const list = { dates: [], during: [] };
const log = ranged("last-7-days");
const halfMonths = ranged("this-half", ["this-half", "last-half"]);
const days = ["start1", "end1", "start2", "end2"];

const screens: Readonly<Record<string, Screen>> = {
  "/app/agents": { title: "Agents", opens: agentsScreen, exports: exportAgents, ...list },
  "/app/logs/chat": { title: "Chat logs", opens: logs.chatScreen, exports: logs.exportChats, ...log },
  "/app/logs/click-outs": { title: "Click logs", opens: logs.clickScreen, exports: logs.exportClicks, ...log },
  "/app/logs/common-logs": { title: "Common logs", opens: logs.commonScreen, ...log },
  "/app/logs/login": { title: "Login logs", opens: logs.loginScreen, exports: logs.exportLogins, ...log },
  "/app/logs/postbacks": { title: "Postbacks", opens: logs.postbackScreen, exports: logs.exportPostbacks, ...log },
  "/app/logs/sale-logs": { title: "Sale logs", opens: logs.saleScreen, exports: logs.exportSales, ...log },
  "/app/logs/sales": {
    ...{ title: "Sales and pay", opens: agentSalesScreen, exports: agentSalesExport },
    ...ranged("last-31-days"),
  },
  "/app/offices/offices": { title: "Offices", opens: officesScreen, ...list },
  "/app/settings/black-list-ip": {
    ...{ title: "IP black list", opens: blackListScreen, exports: exportEntries },
    ...list,
  },
  "/app/sites/sites": { title: "Sites", opens: sitesScreen, ...list },
  "/app/stats/office-performance": {
    ...{ title: "Office Performance", opens: reports.performanceScreen, exports: reports.performanceExport },
    ...{ dates: days, during: [] },
  },
  "/app/stats/office-performance-chart": {
    ...{ title: "Office Charts", opens: reports.officeChartsScreen },
    ...{ dates: ["period"], during: [] },
  },
  "/app/stats/sites": {
    ...{ title: "Sites report", opens: reports.sitesScreen, exports: reports.sitesExport },
    ...ranged("today"),
  },
  "/app/stats/sites-avp": {
    ...{ title: "Sites AVP report", opens: reports.sitesAvpScreen, exports: reports.sitesAvpExport },
    ...halfMonths,
  },
  "/app/stats/sites-payout": {
    ...{ title: "Payroll", opens: reports.payrollScreen, exports: reports.payrollExport },
    ...ranged("this-half"),
  },
  "/app/stats/sites-payout-avp": {
    ...{ title: "Payroll AVP", opens: reports.payrollAvpScreen, exports: reports.payrollAvpExport },
    ...halfMonths,
  },
  "/app/stats/top-agents": {
    ...{ title: "Top Agents", opens: reports.topAgentsScreen, exports: reports.topAgentsExport },
    ...ranged("last-28-days"),
  },
};

export const screenAt = (path: string): Screen | undefined =>
  Object.hasOwn(screens, path) ? screens[path] : undefined;

export const canBeSaved = (path: string): boolean => screenAt(path) !== undefined;
export const mayOpen = (actor: Actor, path: string): boolean => screenAt(path)?.opens.allow.admits(actor) === true;

/** The paths of the screens that the account may open. */
export const openablePaths = (actor: Actor): string[] => Object.keys(screens).filter((path) => mayOpen(actor, path));

/** Parameters of a page that say where the reader is, not what they see; the form's own notes are among them. */
const PASSING = /^(page|after|row|print|links|open|rand|dateRange|_.*|.*Was)$/;

export const isPassing = (name: string): boolean => PASSING.test(name);

/** Whether the screen has a parameter of this name. */
export const knows = ({ opens, during }: Screen, name: string): boolean =>
  (name === "during" && during.length > 0) ||
  (!isPassing(name) && Object.hasOwn(fieldsOf(opens.input as z.ZodType) ?? {}, name) && name !== "figures");
