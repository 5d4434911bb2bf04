import { z } from "zod";
import { abilities } from "../../accounts";
import { readTransaction } from "../../kernel/database/transactions";
import { PeriodChoice } from "../../kernel/operation/input";
import { query, stream } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { type Actor, withPermission } from "../../kernel/operation/roles";
import { dateHints, dayOf, isoTime } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { config } from "../../kernel/process/config";
import { PeopleChoices, peopleChoices } from "../../offices";
import { ScreenFields } from "../reader/criteria";
import { readLog } from "../reader/read";
import { ScreenAnswer, screenAnswer } from "../reader/screen-answer";
import { streamLog } from "../reader/stream";
import { actionTypes, CommonCriteria, CommonForm, checkCommonCriteria } from "./criteria";
import { auditOf, Change, withoutDollars } from "./changes";
import { type CommonField, type CommonRecord, commonLog } from "./kind";

/** An entry of the common log (COMMON-16) and its changes, if any. */
const CommonRow = z.object({
  id: z.int(),
  role: z.int().nullable(),
  date: z.string(),
  username: z.string().nullable(),
  /** Username of the creator of the link or token that was used, if that is another account. */
  by: z.string().nullable(),
  ip: z.string().nullable(),
  accountName: z.string().nullable(),
  agentName: z.string().nullable().optional(),
  officeName: z.string().nullable().optional(),
  actionType: z.string(),
  actionName: z.string(),
  responseCode: z.int(),
  postParams: z.unknown(),
  getParams: z.unknown(),
  changes: z.array(Change),
});
type CommonRow = z.output<typeof CommonRow>;

/** Rows as this account may see them: names by role, dollar amounts only if earnings are visible. */
async function commonRows(actor: Actor, records: readonly CommonRecord[]): Promise<CommonRow[]> {
  const can = abilities(actor);
  const audits = await auditOf(records.flatMap(({ auditIds }) => auditIds));
  const visible = (value: unknown) => (can.seeEarning ? value : withoutDollars(value));
  return records.map(({ auditIds, agentName, officeName, date, postParams, getParams, ...row }) => ({
    ...row,
    date: isoTime(date),
    ...(can.chooseAgent ? { agentName } : {}),
    ...(can.chooseOffice ? { officeName } : {}),
    postParams: visible(postParams ?? {}),
    getParams: visible(getParams ?? {}),
    changes: auditIds.flatMap((id) => {
      const change = audits.get(Number(id));
      return change ? [{ ...change, before: visible(change.before), after: visible(change.after) }] : [];
    }),
  }));
}

/** All calls and posted forms: who sent what from where, the response code and the changes. */
export const searchCommon = query({
  name: "logs.common",
  does: "read the common logs",
  allow: withPermission("SHOW_COMMON_LOGS"),
  mayLag: true,
  input: CommonCriteria,
  output: List(CommonRow).extend({
    /** The search took too long and stopped at the rows of this time. */
    cutOffAt: z.string().optional(),
  }),
  async run({ actor }, criteria) {
    const { question } = await checkCommonCriteria(actor, criteria);
    const { items, cutOffAt, ...counted } = await readLog<CommonRecord, CommonField>(commonLog, question);
    return { items: await commonRows(actor, items), ...counted, cutOffAt: cutOffAt && isoTime(cutOffAt) };
  },
});

// The link on the screen may have the agent's username, like the form.
const DownloadCriteria = CommonCriteria.extend({ agentId: ScreenFields.agentId });

/** Rows per batch. They stay in memory for a slow client, and each can have 16 KB plus its changes. */
const BATCH_SIZE = 100;

/** All rows of the common log as JSON Lines: one object per line, with the fields of its screen. */
export const downloadCommon = stream({
  name: "logs.commonDownload",
  does: "export the common logs",
  allow: withPermission("SHOW_COMMON_LOGS"),
  type: "EXPORT",
  mayLag: true,
  input: DownloadCriteria,
  run: ({ actor }, form) => lines(actor, form),
});

async function* lines(actor: Actor, form: z.output<typeof DownloadCriteria>): AsyncGenerator<string> {
  const { question } = await readTransaction(() => checkCommonCriteria(actor, form));
  for await (const records of streamLog<CommonRecord>(commonLog, question, { atOnce: BATCH_SIZE })) {
    const rows = await readTransaction(() => commonRows(actor, records));
    yield rows.map((row) => `${JSON.stringify(CommonRow.parse(row))}\n`).join("");
  }
}

/** The file name, which contains the New York time of the request to the second. */
export const downloadName = (): string => `export_data${isoTime(now()).slice(0, 19).replaceAll(/\D/g, "")}.txt`;

/** The common log with the choices of its form and the lookup URL for IP addresses. */
export const commonScreen = query({
  name: "logs.commonScreen",
  does: "read the common logs",
  allow: withPermission("SHOW_COMMON_LOGS"),
  mayLag: true,
  input: CommonForm,
  output: List(CommonRow).extend({
    ...ScreenAnswer,
    choices: PeopleChoices,
    hints: z.array(PeriodChoice),
    actionTypes: z.array(z.string()),
    /** The URL of an external site, with the placeholder `{ip}`. */
    lookUp: z.string(),
  }),
  async run({ actor }, form) {
    const { question, chosen } = await checkCommonCriteria(actor, form);
    const { items, ...result } = await readLog<CommonRecord, CommonField>(commonLog, question);
    return {
      items: await commonRows(actor, items),
      ...screenAnswer(form, result),
      agent: chosen.agent,
      choices: await peopleChoices(actor, form.companyId),
      hints: dateHints(dayOf(now())),
      actionTypes: [...actionTypes],
      lookUp: config().IP_LOOKUP_URL,
    };
  },
});
