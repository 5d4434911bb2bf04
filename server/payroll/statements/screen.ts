import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { notFound } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { payPeriod, type Range } from "../../kernel/periods";
import { PeopleChoices, peopleChoices } from "../../offices";
import { allPeriods, periodName } from "../periods";
import { detailed } from "./details";
import { partyGiven, StatementForm } from "./form";
import { type Account, accountOf, added, amounts, Amounts, answered, centsOf, StatementLine } from "./statement";

const Period = z.object({ id: z.int(), start: z.string(), end: z.string() });

/** A page of an account. The sums before its first line and after its last one make each page add up to the total. */
const Sheet = z.object({
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

async function sheetOf(
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

function numbered(id: number): z.output<typeof Period> | null {
  const range = payPeriod(id);
  return range ? { id, ...range } : null;
}

/** Maximum number of lines in the print version. */
const PRINTED = 5000;

/** A statement with the data of its form. `sheet` is null if none is chosen and the account has none of its own. */
export const statementScreen = query({
  name: "payroll.statementScreen",
  does: "read statements",
  allow: atLeast("agent"),
  input: StatementForm,
  output: z.object({
    sheet: Sheet.nullable(),
    period: z.object({
      ...{ id: z.int(), start: z.string(), end: z.string() },
      state: z.enum(["open", "closed", "paid"]),
      phpPerUsd: z.number().nullable(),
      /** IDs of the adjacent periods; null before the first one and after the current one. */
      ...{ earlier: z.int().nullable(), later: z.int().nullable() },
    }),
    asked: z.object({
      agentId: z.int().optional(),
      /** The username, which the form shows; null for a deleted agent. */
      agent: z.string().nullish(),
      companyId: z.int().optional(),
      office: z.string().optional(),
      ...{ page: z.int(), pageSize: z.int(), print: z.boolean() },
    }),
    periods: z.array(z.object({ value: z.int(), label: z.string() })),
    choices: PeopleChoices,
  }),
  async run({ actor }, form) {
    const { periodId, print } = form;
    const party = await partyGiven(actor, form);
    const periods = await allPeriods();
    const place = periods.findIndex(({ id }) => id === periodId);
    const period = periods[place];
    if (!period) throw notFound();
    const paging = print ? { page: 1, pageSize: PRINTED } : { page: form.page, pageSize: form.pageSize };
    return {
      sheet: party ? await sheetOf(actor, await accountOf(period, party.whose), period, paging) : null,
      period: { ...period, earlier: periods[place - 1]?.id ?? null, later: periods[place + 1]?.id ?? null },
      asked: {
        ...(party?.agentId ? { agentId: party.agentId, agent: party.name } : {}),
        ...(party?.companyId ? { companyId: party.companyId, office: party.name ?? undefined } : {}),
        ...{ ...paging, print },
      },
      periods: periods.map(({ id }) => ({ value: id, label: periodName(id) })).reverse(),
      choices: await peopleChoices(actor),
    };
  },
});
