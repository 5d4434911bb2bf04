import { z } from "zod";
import { payPeriod, type Range } from "../../kernel/periods";
import type { Actor } from "../../kernel/operation/roles";
import { type Account, added, amounts, centsOf } from "./account";
import { detailed } from "./details";
import { Amounts, answered, StatementLine } from "./statement";

const Period = z.object({ id: z.int(), start: z.string(), end: z.string() });

/** A page of an account. The sums before its first line and after its last one make each page add up to the total. */
export const Sheet = z.object({
  opening: Amounts,
  /** The sum of the opening balance and all lines of earlier pages; null on the first page. */
  carried: Amounts.nullable(),
  lines: z.array(
    StatementLine.extend({
      site: z.string().nullable(),
      link: z.string().nullable(),
      tier: z.string().nullable(),
      origin: Period.nullable(),
      gone: z.boolean(),
    }),
  ),
  /** The sum of the lines of later pages; null on the last page. */
  later: Amounts.nullable(),
  /** Sums over all pages by group of kinds, without groups that have no line. */
  sums: z.array(Amounts.extend({ of: z.enum(["events", "corrections", "others"]) })),
  count: z.int(),
  total: Amounts,
});

type Paging = { page: number; pageSize: number };

export async function sheetOf(
  actor: Actor,
  { opening, lines, total }: Account,
  period: Range,
  { page, pageSize }: Paging,
): Promise<z.input<typeof Sheet>> {
  const from = (page - 1) * pageSize;
  const [earlier, shown, later] = [
    lines.slice(0, from),
    lines.slice(from, from + pageSize),
    lines.slice(from + pageSize),
  ];
  const details = await detailed(shown, period);
  return {
    opening: amounts(opening),
    carried: page > 1 ? amounts(added([opening, ...earlier.map(centsOf)])) : null,
    lines: details.map(({ site, link, tier, origin, gone, ...line }) => ({
      ...answered(actor, line),
      ...{ site, link, tier, gone },
      origin: origin === null ? null : numbered(origin),
    })),
    later: later.length > 0 ? amounts(added(later.map(centsOf))) : null,
    sums: (["events", "corrections", "others"] as const).flatMap((of) => {
      const its = lines.filter(({ kind }) => (GROUPS[kind] ?? "others") === of);
      return its.length > 0 ? [{ of, ...amounts(added(its.map(centsOf))) }] : [];
    }),
    count: lines.length,
    total: amounts(total),
  };
}

const GROUPS: Partial<Record<Account["lines"][number]["kind"], "events" | "corrections">> = {
  event: "events",
  correction: "corrections",
};

export function numbered(id: number): z.output<typeof Period> | null {
  const range = payPeriod(id);
  return range ? { id, ...range } : null;
}
