import { z } from "zod";
import { CLAIM_STATES } from "~models";
import { abilities } from "../accounts";
import { all, sql } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { cursorAnswer, cursorInput, followById } from "../kernel/operation/cursor";
import { DayText, Filter, Id, SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { limit, List, orderBy, Paging } from "../kernel/operation/page";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { addDays, type Day, dayOf, startOfDay } from "../kernel/time";
import { now } from "../kernel/time/now";
import { PeopleChoices, peopleChoices, requireOffice } from "../offices";
import { listSiteOptions, requireSite } from "../sites";
import { requireAgent, resolveAgent } from "../agents";
import { ClaimRow, claimTables, DUE_DAYS, findClaims, visibleClaims } from "./claim";

const sortFields = ["id", "date", "openedAt"] as const;
const sortColumns = { id: sql`c.id`, date: sql`c.day`, openedAt: sql`c.opened_at` };
const CHOOSE = "Please choose one from the list.";

const Input = Paging(sortFields, "id", false).extend({
  state: Filter(z.enum([...CLAIM_STATES, "overdue"], CHOOSE)),
  siteId: Filter(Id),
  companyId: Filter(Id),
  agentId: Filter(Id),
  /** Days of the sales. */
  start: Filter(DayText),
  end: Filter(DayText),
});
const Form = Input.extend({ agentId: Filter(z.union([Id, SearchText()])) });
const Followed = Input.extend(cursorInput);
const Page = List(ClaimRow).extend(cursorAnswer);

/** Claims, newest first: their own for agents, those of their office for managers, all for admins. */
export const search = query({
  name: "claims.search",
  does: "read claims",
  allow: atLeast("agent"),
  input: Followed,
  output: Page,
  run: ({ actor }, input) => pageOf(actor, input),
});

/** Claims that wait for a decision of this account, and the day of the oldest: a manager forwards them to an admin. */
export async function waitingClaims(actor: Actor): Promise<{ count: number; since?: Day }> {
  const state = hasRole(actor, "admin") ? "forwarded" : "open";
  const row = await queryOne<{ count: number; oldestAt: Date | null }>(
    sql`SELECT count(*)::int AS count, min(c.opened_at) AS "oldestAt" FROM claims c
      WHERE ${all([visibleClaims(actor), sql`c.state = ${state}`])}`,
    { plan: "prepared" },
  );
  return { count: row?.count ?? 0, ...(row?.oldestAt && { since: dayOf(row.oldestAt) }) };
}

/** The list for the screen, with the choices of its filters and the agent by username. */
export const listScreen = query({
  name: "claims.listScreen",
  does: "read claims",
  allow: atLeast("agent"),
  input: Form,
  output: Page.extend({
    ...{ page: z.int(), pageSize: z.int(), sortField: z.enum(sortFields), sortAsc: z.boolean() },
    choices: PeopleChoices.extend({ sites: z.array(z.object({ value: z.int(), label: z.string() })) }),
    agent: z.string().optional(),
  }),
  async run({ actor }, { agentId: named, ...input }) {
    const agentId = named === undefined ? undefined : await resolveAgent(actor, named);
    const { page, pageSize, sortField, sortAsc, companyId } = input;
    const sites = await listSiteOptions(actor, "all");
    return {
      ...(await pageOf(actor, { ...input, agentId })),
      ...{ page, pageSize, sortField, sortAsc },
      choices: {
        ...(await peopleChoices(actor, companyId)),
        sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
      },
      agent: agentId === undefined ? undefined : ((await requireAgent(actor, agentId)).username ?? undefined),
    };
  },
});

async function pageOf(actor: Actor, input: z.output<typeof Followed>): Promise<z.output<typeof Page>> {
  const { state, siteId, companyId, agentId, start, end, after } = input;
  const can = abilities(actor);
  if (siteId !== undefined) await requireSite(actor, siteId);
  if (companyId !== undefined && can.chooseOffice) await requireOffice(actor, companyId);
  if (agentId !== undefined) await requireAgent(actor, agentId);
  const where = all([
    visibleClaims(actor),
    state === "overdue" ? isOverdue() : state !== undefined && sql`c.state = ${state}`,
    siteId !== undefined && sql`c.site_id = ${siteId}`,
    companyId !== undefined && sql`c.company_id = ${companyId}`,
    agentId !== undefined && sql`c.agent_id = ${agentId}`,
    start !== undefined && sql`c.day >= ${start}`,
    end !== undefined && sql`c.day <= ${end}`,
  ]);
  if (after !== undefined) {
    const read = (above: number, most: number) =>
      findClaims(actor, sql`WHERE ${where} AND c.id > ${above} ORDER BY c.id LIMIT ${most}`);
    const { rows, ...counted } = await followById("claims", { ...input, after }, ({ id }) => id, read);
    return { items: rows, ...counted };
  }
  const items = await findClaims(actor, sql`WHERE ${where} ${orderBy(sortColumns, input, sql`c.id`)} ${limit(input)}`);
  const counted = await queryOne<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM ${claimTables} WHERE ${where}`,
  );
  return { items, total: counted?.total ?? 0 };
}

/** Opened so long ago that its due day is over. */
const isOverdue = () =>
  sql`c.state IN ('open', 'forwarded') AND c.opened_at < ${startOfDay(addDays(dayOf(now()), -DUE_DAYS))}`;
