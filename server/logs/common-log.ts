import { z } from "zod";
import { CommonLogRow } from "~models";
import { abilities } from "../accounts";
import { all, likePattern, sql, type Statement } from "../kernel/database/sql";
import { readTransaction } from "../kernel/database/transactions";
import { Flag, Id, SearchText, Verbatim } from "../kernel/operation/input";
import { query, stream } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput } from "../kernel/operation/cursor";
import { CutList } from "../kernel/operation/page";
import { type Actor, levels, withPermission } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { dateHints } from "../trade/periods";
import { now } from "../kernel/time/now";
import { config } from "../kernel/process/config";
import { AnyJson, Change, changesOf, shownJson, withoutDollars } from "./changes";
import {
  type CriteriaInput,
  fromAddress,
  isIndexed,
  logFilter,
  NOT_IN_LIST,
  ScreenFields,
  withText,
} from "./reader/criteria";
import { defineLog } from "./reader/define-log";
import { readInTime } from "./reader/feed";
import { LogScreen, openLog, reading, followLog } from "./reader/operations";
import { streamLog } from "./reader/stream";

const actionTypes = ["READ", "CREATE", "UPDATE", "DELETE", "AUTH", "EXPORT"] as const;
const roles: readonly number[] = Object.values(levels);
const Role = z.int(NOT_IN_LIST).refine((role) => roles.includes(role), NOT_IN_LIST);
const CODE = "Please enter a response code from 100 to 599.";

const text = { type: z.string().nullable() } as const;

/** The log of calls and posted forms (COMMON-16), with the changes that they made. */
export const commonLog = defineLog({
  does: "read the common logs",
  allow: withPermission("SHOW_COMMON_LOGS"),
  model: CommonLogRow,
  idType: "bigint",
  timeField: "date",
  columns: {
    id: { type: z.int() },
    role: { type: z.int().nullable(), label: "Role", sort: true },
    date: { type: z.string(), from: "at", time: true, label: "Date", sort: true },
    username: { ...text, label: "Auth User Name", sort: "name" },
    /** Username of the creator of the link or token that was used, if that is another account. */
    by: text,
    ip: { ...text, from: sql`host(l.ip)`, label: "IP", sort: sql`l.ip` },
    accountName: { ...text, label: "Account Name", sort: "name" },
    agentName: { ...text, label: "Agent Name", sees: "chooseAgent", sort: "name" },
    officeName: { ...text, label: "Office Name", sees: "chooseOffice", sort: "name" },
    actionType: { type: z.string(), label: "Type", sort: true },
    actionName: { type: z.string(), label: "Method Path", sort: true },
    responseCode: { type: z.int(), label: "Response Code", sort: true },
    postParams: { type: AnyJson, from: null, label: "Post Params" },
    getParams: { type: AnyJson, from: null, label: "Get Params" },
    changes: { type: z.array(Change), from: null },
    posted: { type: z.unknown(), from: shownJson(sql`l.post_params`), internal: true },
    queried: { type: z.unknown(), from: shownJson(sql`l.get_params`), internal: true },
    auditIds: { type: z.array(z.int()), from: sql`l.audit_ids[1:100]`, internal: true },
  },
  joins: sql``,
  // The filters of COMMON-17.
  filters: {
    role: logFilter(Role, (role) => sql`l.role = ${role}`),
    username: logFilter(SearchText(), (part) => withText(sql`l.username`, part), isIndexed),
    ip: logFilter(SearchText(64), (part) => fromAddress(sql`l.ip`, part), isIndexed),
    accountId: logFilter(Id, (id) => sql`l.account_id = ${id}`),
    actionType: logFilter(z.enum(actionTypes, NOT_IN_LIST), (type) => sql`l.action_type = ${type}`),
    actionName: logFilter(SearchText(), (part) => withText(sql`l.action_name`, part), isIndexed),
    responseCode: logFilter(z.int(CODE).min(100, CODE).max(599, CODE), (code) => sql`l.response_code = ${code}`),
    revealed: logFilter(Flag, (isRevealing) => sql`(${hasNames}) = ${isRevealing}`),
    postParams: logFilter(Verbatim(255).trim(), withParameter, isIndexed),
  },
  async compute(actor, records) {
    const changes = await changesOf(records.flatMap(({ auditIds }) => auditIds));
    const visible = (value: unknown) => (abilities(actor).seeEarning ? value : withoutDollars(value));
    return ({ posted, queried, auditIds }) => ({
      postParams: visible(posted ?? {}),
      getParams: visible(queried ?? {}),
      changes: auditIds.flatMap((id) => {
        const change = changes.get(Number(id));
        return change ? [{ ...change, before: visible(change.before), after: visible(change.after) }] : [];
      }),
    });
  },
  hints: dateHints,
});

/** Usernames whose passwords were shown. A parameter of that name in a query is a text. */
const hasNames = sql`coalesce(jsonb_typeof(l.get_params -> 'revealed'), '') = 'array'`;

/**
 * Matches rows whose posted parameters contain the text, literally or as JSON escapes it. Rows that mention earnings
 * never match for people who may not see dollars, so that they cannot find out amounts by searching.
 */
function withParameter(part: string, actor: Actor): Statement {
  const params = sql`l.post_params::text`;
  const inside = JSON.stringify(part).slice(1, -1);
  const hasText =
    inside === part ? withText(params, part) : sql`(${withText(params, part)} OR ${withText(params, inside)})`;
  return all([hasText, !actor.earningVisible && sql`${params} NOT ILIKE ${likePattern("earn")}`]);
}

/** All calls and posted forms: who sent what from where, the response code and the changes. */
export const searchCommon = query({
  ...reading(commonLog, "logs.common"),
  input: commonLog.Criteria.extend(cursorInput),
  output: CutList(commonLog.Row).extend({
    ...cursorAnswer,
    /** The search took too long and stopped at the rows of this time. */
    cutOffAt: z.string().optional(),
  }),
  run: ({ actor }, criteria) => followLog(commonLog, actor, criteria, readInTime("common")),
});

/** The common log with the choices of its form and the lookup URL for IP addresses. */
export const commonScreen = query({
  ...reading(commonLog, "logs.commonScreen"),
  input: commonLog.Form,
  output: LogScreen(commonLog.Row).extend({
    actionTypes: z.array(z.string()),
    /** The URL of an external site, with the placeholder `{ip}`. */
    lookUp: z.string(),
  }),
  run: async ({ actor }, form) => ({
    ...(await openLog(commonLog, actor, form)),
    actionTypes: [...actionTypes],
    lookUp: config().IP_LOOKUP_URL,
  }),
});

/** All rows of the common log as JSON Lines: one object per line, with the fields of its screen. */
export const downloadCommon = stream({
  name: "logs.commonDownload",
  does: "export the common logs",
  allow: commonLog.allow,
  type: "EXPORT",
  mayLag: true,
  heavy: true,
  // The link on the screen may have the agent's username, like the form.
  input: commonLog.Criteria.extend({ agentId: ScreenFields.agentId }),
  run: ({ actor }, form) => lines(actor, form),
});

/** Rows per batch. They stay in memory for a slow client, and each can have 16 KB plus its changes. */
const BATCH_SIZE = 100;

async function* lines(actor: Actor, form: CriteriaInput): AsyncGenerator<string> {
  const { question } = await readTransaction(() => commonLog.check(actor, form));
  for await (const records of streamLog(commonLog, question, { atOnce: BATCH_SIZE })) {
    const rows = await readTransaction(() => commonLog.rows(actor, records));
    yield rows.map((row) => `${JSON.stringify(commonLog.Row.parse(row))}\n`).join("");
  }
}

/** The file name, which contains the New York time of the request to the second. */
export const downloadName = (): string => `export_data${isoTime(now()).slice(0, 19).replaceAll(/\D/g, "")}.txt`;
