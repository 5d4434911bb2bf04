import { z } from "zod";
import { one, rows } from "../kernel/database/transactions";
import { Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Criterion, Criteria, limit, List, matching, Paging } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { containing, sql, type Statement } from "../kernel/database/sql";
import { Entry, shown } from "./entry";

const EntryPaging = Paging(["ip", "id"], "ip");
/** Totals are exact up to here: counting a million rows takes longer than showing fifty of them. */
const COUNTED = 10_000;

type Asked = z.output<typeof EntryPaging> & { criteria: Criterion<"ip">[] };

/** The IP black list, sorted by address by default. Entries do not affect sign-ins. */
export const search = query({
  name: "blacklist.search",
  does: "read the IP black list",
  allow: atLeast("admin"),
  type: "READ",
  input: EntryPaging.extend({ criteria: Criteria(["ip"]) }),
  output: List(Entry),
  run: (_call, asked) => found(asked),
});

const Form = EntryPaging.extend({ ip: Text(64).optional() });

/** The same for its screen. The text matches anywhere in the address (BLACK-11). */
export const listScreen = query({
  name: "blacklist.listScreen",
  does: "read the IP black list",
  allow: atLeast("admin"),
  input: Form,
  output: z.object({ entries: List(Entry), asked: Form }),
  async run(_call, asked) {
    const { ip, ...paging } = asked;
    const field = { field: "ip", operator: "AND", comparison: "LIKE", value: containing(ip ?? "") } as const;
    return { entries: await found({ ...paging, criteria: ip ? [field] : [] }), asked };
  },
});

async function found(asked: Asked): Promise<z.output<ReturnType<typeof List<typeof Entry>>>> {
  const condition = matching({ ip: shown }, asked.criteria);
  const items = await rows<Entry>(pageStatement(asked));
  const counted = await one<{ total: number }>(sql`
    SELECT count(*) AS total FROM (SELECT FROM black_list WHERE ${condition} LIMIT ${COUNTED + 1}) AS few`);
  const total = counted?.total ?? 0;
  return total > COUNTED ? { items, total: COUNTED, totalIsEstimate: true } : { items, total };
}

/**
 * The entries of one page, out of up to a million.
 * SQL by hand: an index-only scan finds the page.
 */
export function pageStatement({ criteria, ...asked }: Asked): Statement {
  const condition = matching({ ip: shown }, criteria);
  // Both keys are unique. Sorted by the address itself, not by its text.
  const key = asked.sortField === "ip" ? sql`entries.ip` : sql`entries.id`;
  const page = sql`ORDER BY ${key} ${asked.sortAsc ? sql`ASC` : sql`DESC`}`;
  if (criteria.some(isRare))
    return sql`
      WITH entries AS MATERIALIZED (SELECT id, ip FROM black_list WHERE ${condition})
      SELECT id, ${shown} AS ip FROM entries ${page} ${limit(asked)}`;
  // An index-only scan skips the rows before the page.
  return sql`
    SELECT entries.id, black_list_text(entries.ip) AS ip
    FROM (SELECT ${key} AS key FROM black_list AS entries WHERE ${condition} ${page} ${limit(asked)}) AS page
    JOIN black_list AS entries ON ${key} = page.key ${page}`;
}

/**
 * Whether few rows match. Rare matches are found first and then sorted, because scanning in address order would read a
 * million rows for one page. For common matches that scan fills a page quickly.
 */
const isRare = ({ value }: Criterion<"ip">): boolean => String(value).replaceAll(/[%_\\]/g, "").length > 2;
