import { z } from "zod";
import { abilities, ownRows } from "../../accounts";
import { resolveAgent, requireAgent } from "../../agents";
import { parseAddress } from "../../kernel/net/address";
import { Id, Text } from "../../kernel/operation/input";
import { Paging } from "../../kernel/operation/page";
import { INVALID_RANGE, instants, type Range, readRange } from "../../kernel/periods";
import { type FieldMessages, invalid } from "../../kernel/operation/refusal";
import type { Actor } from "../../kernel/operation/roles";
import { all, likePattern, sql, type Statement } from "../../kernel/database/sql";
import { requireOffice } from "../../offices";
import { type Kind, parsePlace } from "./kind";
import type { Question } from "./question";

export const NOT_IN_LIST = "Please choose one from the list.";
const UNSORTED = "This column cannot be sorted.";

/** An optional filter: null and the empty string become undefined. */
export const Filter = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => (value === null || value === "" ? undefined : value));
const Day = z.unknown().optional().meta({ type: "string", format: "date" });

/** Parameters of every log: page, sort order, office, agent and days (New York). Newest first by default. */
export const LogCriteria = <F extends string>(fields: readonly [F, ...F[]], timeField: F) =>
  Paging(fields, timeField, false).extend({
    companyId: Filter(Id),
    agentId: Filter(Id),
    start: Day,
    end: Day,
  });

/** Additional parameters of screens: the agent by id or username, and the position after which the page begins. */
export const ScreenFields = {
  agentId: Filter(z.union([Id, Text(255)])),
  after: Filter(Text(60)).optional(),
};

type CriteriaInput<F extends string> = {
  page: number;
  pageSize: number;
  sortField: F;
  sortAsc: boolean;
  companyId?: number;
  agentId?: number | string;
  start?: unknown;
  end?: unknown;
  after?: string;
};
export type CheckedCriteria<F extends string> = {
  question: Question<F>;
  chosen: { site?: string; office?: string; agent?: string; agentId?: number; days?: Range };
};

/**
 * Builds the question to a log: the rows that the account may see, narrowed by the filters. Throws 422 for a filter or
 * column that the role does not have, an invalid range of days or an invalid position. Throws 404 for an office or
 * agent that the account may not see.
 */
export async function checkCriteria<F extends string>(
  actor: Actor,
  kind: Kind<F>,
  input: CriteriaInput<F>,
  /** Columns that this account may not see. */
  hidden: readonly F[] = [],
): Promise<CheckedCriteria<F>> {
  const { page, pageSize, sortField, sortAsc, companyId, start, end } = input;
  const can = abilities(actor);
  const range = readRange(start, end);
  const after = input.after === undefined ? undefined : parsePlace(kind, input.after);
  const messages: FieldMessages = {
    ...(companyId !== undefined && !can.chooseOffice ? { companyId: [NOT_IN_LIST] } : {}),
    ...(input.agentId !== undefined && !can.chooseAgent ? { agentId: [NOT_IN_LIST] } : {}),
    ...(hidden.includes(sortField) ? { sortField: [UNSORTED] } : {}),
    ...((start || end) && !range ? { start: [INVALID_RANGE] } : {}),
    ...(input.after !== undefined && !after ? { after: ["This page cannot be found; please search again."] } : {}),
  };
  if (Object.keys(messages).length > 0) throw invalid(messages);
  const office = companyId === undefined ? undefined : await requireOffice(actor, companyId);
  const agentId = input.agentId === undefined ? undefined : await resolveAgent(actor, input.agentId);
  const agent = agentId === undefined ? undefined : await requireAgent(actor, agentId);
  const matching = all([
    ownRows(actor, kind),
    companyId !== undefined && sql`${kind.company} = ${companyId}`,
    agent && sql`${kind.agent} = ${agent.id}`,
  ]);
  const question = { page, pageSize, sortField, sortAsc, after, range: range && instants(range), matching };
  const names = { office: office?.officeName, agent: agent?.username ?? undefined };
  return { question, chosen: { ...names, agentId: agent?.id, days: range } };
}

/** A click ID from user input. Case does not matter. */
export const ClickId = Text(64)
  .transform((text) => text.toLowerCase())
  .pipe(z.union([z.literal(""), z.uuid("Please enter a whole click id.")]));

/** Matches rows with this IP address. For a partial address, matches rows whose address contains it. */
export function fromAddress(column: Statement, text: string | undefined): Statement | undefined {
  if (text === undefined) return undefined;
  const plain = text.replace(/^::ffff:(?=\d+\.)/i, "");
  const isWholeAddress = parseAddress(plain) !== undefined && !plain.includes("%");
  return isWholeAddress
    ? sql`${column} = ${plain}::inet`
    : sql`host(${column}) LIKE ${likePattern(plain.toLowerCase())}`;
}

/** True if a trigram index can serve the search: texts and addresses need at least three characters. */
export const isIndexed = (text: string | undefined): boolean => text !== undefined && text.length >= 3;

/** Matches rows whose column contains the text, ignoring case. Wildcard characters in it are taken literally. */
export const withText = (column: Statement, text: string | undefined): Statement | undefined =>
  text === undefined ? undefined : sql`${column} ILIKE ${likePattern(text)}`;
