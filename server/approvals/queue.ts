import { z } from "zod";
import { Account, Agent, Office } from "~models";
import { rows } from "../kernel/database/transactions";
import { limit, orderBy, type Paged } from "../kernel/operation/page";
import { isoTime } from "../kernel/periods";
import type { Actor } from "../kernel/operation/roles";
import { nothing, type RowOf, selected, sql } from "../kernel/database/sql";
import { waiting } from "./waiting";

/** Sort fields of the queue. By default the longest waiting come first. */
export const sortFields = ["regTime", "username", "officeName"] as const;
type Sort = { sortField: (typeof sortFields)[number]; sortAsc: boolean };

export const Waiting = z.object({
  id: z.int(),
  username: z.string(),
  companyId: z.int(),
  officeName: z.string(),
  regTime: z.string(),
  active: z.boolean(),
});

const columns = { username: sql`lower(username)`, officeName: sql`lower(office_name)`, regTime: sql`registered_at` };

const ofAgent = selected(Agent, ["id", "companyId"]);
const ofAccount = selected(Account, ["username", "active"], { as: { regTime: "registeredAt" } });
const ofOffice = selected(Office, ["officeName"]);
type Row = RowOf<typeof ofAgent> & RowOf<typeof ofAccount> & RowOf<typeof ofOffice>;

/** SQL by hand: the agents whose approval is pending, all of them or one page. */
export async function queue(actor: Actor, sort: Sort, page?: Paged): Promise<z.output<typeof Waiting>[]> {
  const found = await rows<Row>(sql`
    SELECT ${ofAgent}, ${ofAccount}, ${ofOffice}
    FROM agents
    JOIN accounts ON accounts.id = agents.account_id
    JOIN offices ON offices.id = agents.company_id
    WHERE ${waiting(actor)} ${orderBy(columns, sort, sql`agents.id`)} ${page ? limit(page) : nothing}`);
  return found.map((row) => ({ ...row, regTime: isoTime(row.regTime) }));
}
