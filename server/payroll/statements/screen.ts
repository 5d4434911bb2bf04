import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { noSuch } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { payPeriod } from "../../trade/periods";
import { PeopleChoices, peopleChoices } from "../../offices";
import { allPeriods, periodName, type PayPeriodOutput } from "../periods";
import { AgentAccount, accountsByAgent } from "./by-agent";
import { lineName } from "../lines";
import { BridgeDetails, bridgeOf } from "./bridge";
import { addDetails, findUndone } from "./details";
import { resolveParty, StatementForm } from "./form";
import { readSettlement, Settlement } from "./settlement";
import {
  type Account,
  earnedIn,
  readAccount,
  toStatementLine,
  type Party,
  StatementLine,
  visibleNames,
} from "./statement";
import { addSums, amounts, Amounts, centsOf } from "./sums";

const Period = z.object({ id: z.int(), start: z.string(), end: z.string() });

/** A page of an account. The sums before its first line and after its last one make each page add up to the total. */
const Sheet = z.object({
  opening: Amounts,
  /** The sum of the opening balance and all lines of earlier pages; null on the first page. */
  carried: Amounts.nullable(),
  lines: z.array(
    StatementLine.extend({
      /** Its kind in words. */
      name: z.string(),
      site: z.string().nullable(),
      link: z.string().nullable(),
      tier: z.string().nullable(),
      origin: Period.nullable(),
      reference: z.string().nullable(),
      gone: z.boolean(),
    }),
  ),
  /** The sum of the lines of later pages; null on the last page. */
  later: Amounts.nullable(),
  /** Sums over all pages by group of kinds, without groups that have no line. */
  sums: z.array(Amounts.extend({ of: z.enum(["events", "corrections", "others"]) })),
  count: z.int(),
  /** The period's lines without payments, and its payments; with `opening` they add up to `total`. */
  inPeriod: Amounts,
  payments: Amounts,
  total: Amounts,
  settlement: Settlement,
  /** The undone runs whose payments and returns are left out, because they cancel out. */
  undoneRuns: z.array(z.int()),
  /** On an office's statement, for readers who see its agents: one account each, in order of username. */
  agents: z.array(AgentAccount).nullable(),
  /** The comparison with the half-month before; null on later pages and if neither has a line. */
  bridge: BridgeDetails.nullable(),
});

type Paging = { page: number; pageSize: number };

async function buildSheet(
  actor: Actor,
  party: Party,
  period: PayPeriodOutput,
  { page, pageSize }: Paging,
): Promise<z.input<typeof Sheet>> {
  const { agentId, filter } = party;
  const account = await readAccount(period, filter);
  const { opening, total } = account;
  const undone = await findUndone(account.lines);
  const lines = account.lines.filter(({ id }) => !undone.has(id));
  const earned = earnedIn(account);
  const isByAgent = agentId === null && page === 1 && visibleNames(actor).agents;
  const from = (page - 1) * pageSize;
  const [earlier, shown, later] = [
    lines.slice(0, from),
    lines.slice(from, from + pageSize),
    lines.slice(from + pageSize),
  ];
  const details = await addDetails(shown, period);
  return {
    opening: amounts(opening),
    carried: page > 1 ? amounts(addSums([opening, ...earlier.map(centsOf)])) : null,
    lines: details.map(({ site, link, tier, origin, reference, gone, ...line }) => ({
      ...toStatementLine(actor, line),
      ...{ name: lineName(line), site, link, tier, reference, gone },
      origin: origin === null ? null : toPeriod(origin),
    })),
    later: later.length > 0 ? amounts(addSums(later.map(centsOf))) : null,
    sums: (["events", "corrections", "others"] as const).flatMap((of) => {
      const groupLines = lines.filter(({ kind }) => (GROUPS[kind] ?? "others") === of);
      return groupLines.length > 0 ? [{ of, ...amounts(addSums(groupLines.map(centsOf))) }] : [];
    }),
    count: lines.length,
    inPeriod: amounts(earned),
    payments: amounts(addSums(lines.filter(({ kind }) => kind === "payment").map(centsOf))),
    total: amounts(total),
    settlement: await readSettlement(period, party, { earned, total }),
    undoneRuns: [...new Set(undone.values())],
    agents: isByAgent ? await accountsByAgent(period, filter, lines) : null,
    bridge: page === 1 ? await comparison(actor, period, filter, account.lines) : null,
  };
}

async function comparison(actor: Actor, period: PayPeriodOutput, filter: Party["filter"], lines: Account["lines"]) {
  const compared = await bridgeOf(actor, period, filter, lines);
  return compared.parts.some(({ count }) => count > 0) ? compared : null;
}

const GROUPS: Partial<Record<Account["lines"][number]["kind"], "events" | "corrections">> = {
  event: "events",
  correction: "corrections",
};

function toPeriod(id: number): z.output<typeof Period> | null {
  const range = payPeriod(id);
  return range ? { id, ...range } : null;
}

/** Maximum number of lines in the print version. */
const MAX_PRINTED_LINES = 5000;

/** A statement with the data of its form. `sheet` is null if none is chosen and the account has none of its own. */
export const statementScreen = query({
  name: "payroll.statementScreen",
  countsClicks: true,
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
      fullName: z.string().optional(),
      companyId: z.int().optional(),
      office: z.string().optional(),
      ...{ page: z.int(), pageSize: z.int(), print: z.boolean() },
    }),
    periods: z.array(z.object({ value: z.int(), label: z.string() })),
    choices: PeopleChoices,
  }),
  async run({ actor }, form) {
    const { periodId, print } = form;
    const party = await resolveParty(actor, form);
    const periods = await allPeriods();
    const index = periods.findIndex(({ id }) => id === periodId);
    const period = periods[index];
    if (!period) throw noSuch("half-month");
    const paging = print ? { page: 1, pageSize: MAX_PRINTED_LINES } : { page: form.page, pageSize: form.pageSize };
    return {
      sheet: party ? await buildSheet(actor, party, period, paging) : null,
      period: { ...period, earlier: periods[index - 1]?.id ?? null, later: periods[index + 1]?.id ?? null },
      asked: {
        ...(party?.agentId ? { agentId: party.agentId, agent: party.name, fullName: party.fullName } : {}),
        ...(party?.companyId ? { companyId: party.companyId, office: party.name ?? undefined } : {}),
        ...{ ...paging, print },
      },
      periods: periods.map(({ id }) => ({ value: id, label: periodName(id) })).reverse(),
      choices: await peopleChoices(actor),
    };
  },
});
