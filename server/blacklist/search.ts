import { z } from "zod";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput, followById } from "../kernel/operation/cursor";
import {
  type Criterion,
  Criteria,
  CutList,
  EstimatedList,
  limit,
  matching,
  Paging,
  totalOrNull,
} from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { likePattern, sql, type Statement } from "../kernel/database/sql";
import { Entry, entryColumns, type EntryRow, readableIp, toEntry } from "./entry";
import { coveringNetworks } from "./wide";

const EntryPaging = Paging(["ip", "id"], "ip");
/** Totals are exact up to here: counting a million rows takes longer than showing fifty of them. */
const MAX_COUNTED = 10_000;

type SearchInput = z.output<typeof EntryPaging> & {
  criteria: Criterion<"ip">[];
  /** An address or network: entries that cover it match too. */
  covers?: string | undefined;
};

/**
 * The IP black list, sorted by address by default. `covers` adds the entries that cover an address or network to those
 * that meet the criteria; without criteria it returns only these. Entries do not affect sign-ins.
 */
export const search = query({
  name: "blacklist.search",
  does: "read the IP black list",
  allow: atLeast("admin"),
  type: "READ",
  input: EntryPaging.extend({ criteria: Criteria(["ip"]), covers: SearchText(64).optional(), ...cursorInput }),
  output: CutList(Entry).extend(cursorAnswer),
  async run(_call, { after, ...input }) {
    if (after === undefined) {
      const { items, hasMore, ...counted } = await findEntries(input);
      return { items, ...totalOrNull(counted, hasMore) };
    }
    const condition = conditionOf(input);
    const read = (above: number, most: number) =>
      queryRows<EntryRow>(sql`
        SELECT ${entryColumns} FROM black_list AS entries WHERE ${condition} AND entries.id > ${above}
        ORDER BY entries.id LIMIT ${most}`);
    const { rows, ...counted } = await followById("black-list", { ...input, after }, ({ id }) => id, read);
    return { items: rows.map(toEntry), ...counted };
  },
});

export const ScreenInput = EntryPaging.extend({ ip: SearchText(64).optional() });

/** The same for its screen. The text matches anywhere in the address (BLACK-11); a whole one finds what covers it. */
export const listScreen = query({
  name: "blacklist.listScreen",
  does: "read the IP black list",
  allow: atLeast("admin"),
  input: ScreenInput,
  output: z.object({ entries: EstimatedList(Entry), asked: ScreenInput }),
  async run(_call, input) {
    const { ip, ...paging } = input;
    return { entries: await findEntries({ ...paging, ...criteriaOf(ip) }), asked: input };
  },
});

/** The criteria of a text typed on the screen. */
export function criteriaOf(ip: string | undefined): Pick<SearchInput, "criteria" | "covers"> {
  if (!ip) return { criteria: [] };
  return { criteria: [{ field: "ip", operator: "AND", comparison: "LIKE", value: likePattern(ip) }], covers: ip };
}

type Found = z.output<ReturnType<typeof EstimatedList<typeof Entry>>> & { hasMore: boolean };

async function findEntries(input: SearchInput): Promise<Found> {
  const condition = conditionOf(input);
  const found = await queryRows<EntryRow>(pageStatement(input));
  const items = found.slice(0, input.pageSize).map(toEntry);
  const hasMore = found.length > items.length;
  const row = await queryOne<{ total: number }>(sql`
    SELECT count(*) AS total FROM (SELECT 1 FROM black_list AS entries WHERE ${condition} LIMIT ${MAX_COUNTED + 1}) AS few`);
  const total = row?.total ?? 0;
  return total > MAX_COUNTED
    ? { items, hasMore, total: MAX_COUNTED, totalIsEstimate: true }
    : { items, hasMore, total };
}

/** Networks that cover the address are found by name, with the unique index: an address has at most 129. */
export function conditionOf({ criteria, covers }: Pick<SearchInput, "criteria" | "covers">): Statement {
  const condition = matching({ ip: readableIp }, criteria);
  if (covers === undefined) return condition;
  const covering = sql`entries.ip = ANY(${coveringNetworks(covers)}::cidr[])`;
  return criteria.length > 0 ? sql`(${condition} OR ${covering})` : covering;
}

/** The entries of one page, out of up to a million, and one more. */
export function pageStatement({ criteria, covers, ...paging }: SearchInput): Statement {
  const condition = conditionOf({ criteria, covers });
  // Both keys are unique. Sorted by the address itself, not by its text.
  const key = paging.sortField === "ip" ? sql`entries.ip` : sql`entries.id`;
  const page = sql`ORDER BY ${key} ${paging.sortAsc ? sql`ASC` : sql`DESC`}`;
  if (criteria.some(isRare) || coveringNetworks(covers ?? "").length > 0)
    return sql`
      WITH entries AS MATERIALIZED (SELECT * FROM black_list AS entries WHERE ${condition})
      SELECT ${entryColumns} FROM entries ${page} ${limit(paging, 1)}`;
  // An index-only scan skips the rows before the page.
  return sql`
    SELECT ${entryColumns}
    FROM (SELECT ${key} AS key FROM black_list AS entries WHERE ${condition} ${page} ${limit(paging, 1)}) AS page
    JOIN black_list AS entries ON ${key} = page.key ${page}`;
}

/**
 * Whether few rows match. Rare matches are found first and then sorted, because scanning in address order would read a
 * million rows for one page. For common matches that scan fills a page quickly.
 */
const isRare = ({ value }: Criterion<"ip">): boolean => String(value).replaceAll(/[%_\\]/g, "").length > 2;
