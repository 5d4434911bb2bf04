import { z } from "zod";
import { abilities, ownRows } from "../../accounts";
import { resolveAgent, requireAgent } from "../../agents";
import { parseAddress } from "../../kernel/addresses/address";
import { Id, SearchText, Text } from "../../kernel/operation/input";
import { Paging } from "../../kernel/operation/page";
import { INVALID_RANGE, instants, type Range, readRange } from "../../trade/periods";
import { type FieldMessages, invalid } from "../../kernel/operation/refusal";
import type { Actor } from "../../kernel/operation/roles";
import { all, likePattern, sql, type Statement } from "../../kernel/database/sql";
import { requireOffice } from "../../offices";
import { requireSite } from "../../sites";
import { type Log, parsePlace } from "./log";
import type { Question } from "./question";

export const NOT_IN_LIST = "Please choose one from the list.";
const UNSORTED = "This column cannot be sorted.";

/** An optional filter: null and the empty string become undefined. */
export const Filter = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => (value === null || value === "" ? undefined : value));
const Day = z.unknown().optional().meta({ type: "string", format: "date" });

/** A filter of a log: its input, and the condition for a value. The condition knows the columns of `l` only. */
export type LogFilter<T extends z.ZodType = z.ZodType> = {
  input: T;
  /** Throws 422 for a value that cannot be searched. */
  where: (value: never, actor: Actor) => Statement | undefined | Promise<Statement>;
  /** True if a dedicated index, which does not depend on the time, finds the rows. */
  indexed: (value: never, ofOneAgent: boolean) => boolean;
};
export type LogFilters = Readonly<Record<string, LogFilter>>;

export const logFilter = <T extends z.ZodType>(
  input: T,
  where: (value: NonNullable<z.output<T>>, actor: Actor) => Statement | undefined | Promise<Statement>,
  indexed: (value: NonNullable<z.output<T>>, ofOneAgent: boolean) => boolean = () => false,
) => ({ input: Filter(input), where, indexed });

/** For the `indexed` of a filter. */
export const always = (): boolean => true;

export const siteFilter = logFilter(Id, (id) => sql`l.site_id = ${id}`);

/** Parameters of every log: page, sort order, office, agent and days (New York). Newest first by default. */
export const LogCriteria = (fields: readonly string[], timeField: string) =>
  Paging(fields as [string, ...string[]], timeField, false).extend({
    companyId: Filter(Id),
    agentId: Filter(Id),
    start: Day,
    end: Day,
  });

/** Additional parameters of screens: the agent by id or username, and the position after which the page begins. */
export const ScreenFields = {
  agentId: Filter(z.union([Id, SearchText()])),
  after: Filter(Text(60)).optional(),
};

export type CriteriaInput = Readonly<Record<string, unknown>> & {
  page: number;
  pageSize: number;
  sortField?: string;
  sortAsc?: boolean;
  companyId?: number;
  siteId?: number;
  agentId?: number | string;
  start?: unknown;
  end?: unknown;
  after?: string;
};
/** The names and IDs of the chosen filters. */
export type Chosen = { site?: string; office?: string; agent?: string; agentId?: number; days?: Range };

/**
 * Builds the question to a log: the rows that the account may see, narrowed by the filters. Throws 422 for a filter or
 * column that the role does not have, an invalid range of days or an invalid position. Throws 404 for an office, agent
 * or site that the account may not see.
 */
export async function checkCriteria(
  actor: Actor,
  log: Log & { filters: LogFilters; only?: Statement },
  input: CriteriaInput & { sortField: string; sortAsc: boolean },
  /** Columns that this account may not see. */
  hidden: readonly string[],
): Promise<{ question: Question; chosen: Chosen }> {
  const { page, pageSize, sortField, sortAsc, companyId, siteId, start, end } = input;
  const can = abilities(actor);
  const range = readRange(start, end);
  const after = input.after === undefined ? undefined : parsePlace(log, input.after);
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
  const used = Object.entries(log.filters).flatMap(([name, filter]) =>
    input[name] === undefined ? [] : [{ ...filter, value: input[name] as never }],
  );
  const filtered: (Statement | undefined)[] = [log.only];
  for (const { where, value } of used) filtered.push(await where(value, actor));
  const site = log.filters.siteId && siteId !== undefined ? await requireSite(actor, siteId) : undefined;
  const matching = all([
    ownRows(actor, log),
    companyId !== undefined && sql`${log.company} = ${companyId}`,
    agent && sql`${log.agent} = ${agent.id}`,
    ...filtered,
  ]);
  const ofOneAgent = agent !== undefined || !can.chooseAgent;
  const selective = used.some(({ indexed, value }) => indexed(value, ofOneAgent));
  const question = { page, pageSize, sortField, sortAsc, after, range: range && instants(range), matching, selective };
  const names = { office: office?.officeName, agent: agent?.username ?? undefined, site: site?.sitename };
  return { question, chosen: { ...names, agentId: agent?.id, days: range } };
}

/** Throws 422 for a filter by IP address if the brand does not show them. */
export function requireVisibleAddresses(actor: Actor): void {
  if (!abilities(actor).seeIp) throw invalid({ ipAddress: ["Addresses are not shown here."] });
}

/** A click ID from user input. Case does not matter. */
export const ClickId = Text(64)
  .transform((text) => text.toLowerCase())
  .pipe(z.union([z.literal(""), z.uuid("Please enter a whole click id.")]));

/** Matches rows with this IP address. For a partial address, matches rows whose address contains it. */
export function fromAddress(column: Statement, text: string): Statement {
  const plain = text.replace(/^::ffff:(?=\d+\.)/i, "");
  const isWholeAddress = parseAddress(plain) !== undefined && !plain.includes("%");
  return isWholeAddress
    ? sql`${column} = ${plain}::inet`
    : sql`host(${column}) LIKE ${likePattern(plain.toLowerCase())}`;
}

/** True if a trigram index can serve the search: texts and addresses need at least three characters. */
export const isIndexed = (text: string): boolean => text.length >= 3;

/** Matches rows whose column contains the text, ignoring case. Wildcard characters in it are taken literally. */
export const withText = (column: Statement, text: string): Statement => sql`${column} ILIKE ${likePattern(text)}`;
