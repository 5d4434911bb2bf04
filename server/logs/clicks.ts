import { z } from "zod";
import { Click } from "~models";
import { sql, type Statement } from "../kernel/database/sql";
import { addressRange } from "../kernel/addresses/address";
import { SearchText, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, feedInput } from "../kernel/operation/cursor";
import { CutList } from "../kernel/operation/page";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { dateHints } from "../trade/periods";
import { classNames } from "../tracking";
import { compileTarget, type Target } from "../types";
import { readClickFeed } from "./click-feed";
import { clickTally } from "./click-tally";
import { agentName, integer, officeName, peopleSiteAndType, sitename, typename } from "./reader/columns";
import { always, ClickId, logFilter, requireVisibleAddresses, siteFilter } from "./reader/criteria";
import { defineLog } from "./reader/define-log";
import { exportOf, followLog, LogScreen, oneOf, openLog, reading } from "./reader/operations";
import { hasSubId, SubId, subsColumn } from "./sub-ids";

/** Clicks of every class (CLICK-09), under the agent's office at that time. */
export const clickLog = defineLog({
  does: "read click logs",
  allow: atLeast("agent"),
  model: Click,
  idType: "uuid",
  timeField: "clickTime",
  row: { id: "Click", description: "A click on a tracked link." },
  columns: {
    id: { type: z.string() },
    companyId: integer,
    officeName,
    agentId: integer,
    agentUsername: agentName,
    siteId: integer,
    sitename,
    typeId: integer,
    typename: { ...typename, label: "Type" },
    /** The link's current redirect target, filled with the click's values. */
    url: { type: z.string(), from: null, label: "Link", sort: sql`lower(t.url)` },
    clickTime: { type: z.string(), from: "clickedAt", time: true, label: "Click Time", sort: true },
    fromIp: { type: z.string().nullable(), from: sql`host(l.ip)`, label: "IP From", sees: "seeIp", sort: sql`l.ip` },
    uniques: { type: z.int(), from: sql`l.is_unique::int`, label: "Uniques", sees: "seeIp", sort: sql`l.is_unique` },
    referer: { type: z.string().nullable(), label: "Referrer", sees: "seeReferrer", sort: sql`lower(l.referer)` },
    class: { type: z.enum(classNames), from: null, label: "Class" },
    /** The same as `id`, under the name that sale rows and postbacks use. */
    clickId: { type: z.string(), from: "id", label: "Click Id" },
    subs: subsColumn,
    classNumber: { type: z.int(), from: "class", internal: true },
    geo: { type: z.string(), internal: true },
    target: { type: z.string(), from: sql`t.url`, internal: true },
    ch: { type: z.int(), from: sql`t.bbr_ch`, internal: true },
    clickParam: { type: z.string(), from: sql`s.click_param`, internal: true },
  },
  joins: peopleSiteAndType,
  filters: {
    ipAddress: logFilter(SearchText(64), fromAddress, always),
    siteId: siteFilter,
    clickId: logFilter(ClickId, withId, always),
    // The clicks of one agent are read through the key of the table. Those of all agents are searched from the newest on.
    subId: logFilter(
      SubId,
      (value) => hasSubId(sql`l.subs`, value),
      (_, ofOneAgent) => ofOneAgent,
    ),
  },
  tally: (actor, { companyId, siteId, subId }, { agentId, days }) =>
    subId === undefined ? clickTally(actor, { companyId, siteId, agentId }, days) : undefined,
  compute() {
    const targets = new Map<number, Target>();
    return ({ id, agentId, companyId, siteId, typeId, ch, geo, subs, classNumber, ...link }) => {
      const target = targets.get(typeId) ?? targetOf(link);
      targets.set(typeId, target);
      const values = {
        clickid: id,
        agentid: agentId,
        officeid: companyId,
        siteid: siteId,
        typeid: typeId,
        ch,
        geo,
        subs,
      };
      return { url: target(values), class: classNames[classNumber] ?? "ok" };
    };
  },
  hints: dateHints,
});

/** A target URL that does not compile is shown unchanged. */
function targetOf({ target, clickParam }: { target: string; clickParam: string }): Target {
  try {
    return compileTarget(target, clickParam);
  } catch {
    return () => target;
  }
}

const ADDRESS = "Please enter a whole IP address, its beginning such as 192.0.2. or a network such as 192.0.2.0/24.";

function fromAddress(text: string, actor: Actor): Statement {
  requireVisibleAddresses(actor);
  const range = addressRange(text);
  if (!range) throw invalid({ ipAddress: [ADDRESS] });
  const { first, last } = range;
  return first === last ? sql`l.ip = ${first}::inet` : sql`l.ip BETWEEN ${first}::inet AND ${last}::inet`;
}

/** A click ID contains its time, so the search is limited to that millisecond. */
function withId(id: string): Statement {
  const at = new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  const next = new Date(Number(at) + 1);
  return sql`l.id = ${id}::uuid AND l.clicked_at >= ${at} AND l.clicked_at < ${next}`;
}

/** One click by its ID, which is in the redirect and in postbacks. */
export const readClick = oneOf(clickLog, {
  ...{ name: "logs.click", does: "read one click", id: Text(64), record: "click" },
  isRow: (id) => (z.uuid().safeParse(id).success ? withId(id.toLowerCase()) : undefined),
});

/** Clicks of every class on tracked links, newest first, or with `after` in the order in which they were stored. Agents see their own, managers their office's, admins all. */
export const searchClicks = query({
  ...reading(clickLog, "logs.clicks"),
  input: clickLog.Criteria.extend(feedInput),
  output: CutList(clickLog.Row).extend(cursorAnswer),
  run: ({ actor }, criteria) => followLog(clickLog, actor, criteria, readClickFeed),
});

/** The click log with the choices of its form: offices, agents, sites and ranges of days. */
export const clickScreen = query({
  ...reading(clickLog, "logs.clickScreen"),
  input: clickLog.Form,
  output: LogScreen(clickLog.Row),
  run: ({ actor }, form) => openLog(clickLog, actor, form),
});

/** All rows of the click log with the columns of its screen, as CSV. Links and referrers are complete. */
export const exportClicks = exportOf(clickLog, {
  name: "logs.clickExport",
  does: "export click logs",
  file: "click-logs",
});
