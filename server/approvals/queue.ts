import { z } from "zod";
import { rows } from "../kernel/database";
import { limit, orderBy, type Paged } from "../kernel/page";
import { isoTime } from "../kernel/periods";
import type { Actor } from "../kernel/roles";
import { nothing, sql } from "../kernel/sql";
import { waiting } from "./waiting";

/** What the queue is sorted by; the longest waiting stand first. */
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

/** SQL by hand: the agents that wait, whole or a page of the list. */
export async function queue(actor: Actor, sort: Sort, page?: Paged): Promise<z.output<typeof Waiting>[]> {
  const found = await rows<Omit<z.output<typeof Waiting>, "regTime"> & { regTime: Date }>(sql`
    SELECT agents.id, username, company_id AS "companyId", office_name AS "officeName", registered_at AS "regTime",
      active
    FROM agents
    JOIN accounts ON accounts.id = agents.account_id
    JOIN offices ON offices.id = agents.company_id
    WHERE ${waiting(actor)} ${orderBy(columns, sort, sql`agents.id`)} ${page ? limit(page) : nothing}`);
  return found.map((row) => ({ ...row, regTime: isoTime(row.regTime) }));
}
