import { z } from "zod";
import { queryRows } from "../../kernel/database/transactions";
import { sql } from "../../kernel/database/sql";
import { List, PAGE_SIZE, type Paged } from "../../kernel/operation/page";
import type { Range } from "../../trade/periods";
import { currentAgentName } from "../../payroll";
import { add, type Cost, figuresOf, halvesOf, type Sums, sumsBy } from "./costs";

/** Pages of the agents. */
export const Paging = z.object({
  page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
  pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
});

const Figures = {
  /** Net counts of sales and bonuses. */
  sales: z.int(),
  bonusSales: z.int(),
  /** Pesos as paid. */
  php: z.number(),
  /** Pesos at the prices to try. */
  newPhp: z.number(),
  difference: z.number(),
};
const Half = z.object({ start: z.string(), end: z.string(), ...Figures });
const OfOffice = z.object({ companyId: z.int(), officeName: z.string(), ...Figures });
const OfAgent = OfOffice.extend({ agentId: z.int(), agent: z.string() });
export type OfAgent = z.output<typeof OfAgent>;

/** The cost as paid and at the prices to try. Offices and agents with the largest difference come first. */
export const WhatIf = z.object({
  total: z.object(Figures),
  halves: z.array(Half),
  offices: z.array(OfOffice),
  agents: List(OfAgent),
});
export type WhatIf = z.output<typeof WhatIf>;

const size = (value: bigint) => (value < 0n ? -value : value);
const byDifference = ([, a]: [string, Sums], [, b]: [string, Sums]): number => {
  const [ofA, ofB] = [size(a.newPhp - a.php), size(b.newPhp - b.php)];
  if (ofA !== ofB) return ofA < ofB ? 1 : -1;
  return a.php === b.php ? 0 : a.php < b.php ? 1 : -1;
};

export async function answerOf(range: Range, costs: readonly Cost[], { page, pageSize }: Paged): Promise<WhatIf> {
  const halves = sumsBy(costs, ({ half }) => half);
  const offices = [...sumsBy(costs, ({ companyId }) => String(companyId))].sort(byDifference);
  const agents = [...sumsBy(costs, ({ companyId, agentId }) => `${companyId} ${agentId}`)].sort(byDifference);
  const shown = agents.slice((page - 1) * pageSize, page * pageSize);
  const agentIds = shown.map(([key]) => Number(key.split(" ")[1]));
  const names = await namesOf(
    offices.map(([id]) => Number(id)),
    agentIds,
  );
  return {
    total: figuresOf(costs.reduce<Sums | undefined>((sum, cost) => (sum ? add(sum, cost) : cost), undefined)),
    halves: halvesOf(range).map((half) => ({ ...half, ...figuresOf(halves.get(half.start)) })),
    offices: offices.map(([id, sums]) => ({
      ...{ companyId: Number(id), officeName: names.offices.get(Number(id)) ?? "" },
      ...figuresOf(sums),
    })),
    agents: {
      items: shown.map(([key, sums]) => {
        const [companyId = 0, agentId = 0] = key.split(" ").map(Number);
        return {
          ...{ companyId, officeName: names.offices.get(companyId) ?? "" },
          ...{ agentId, agent: names.agents.get(agentId) ?? "", ...figuresOf(sums) },
        };
      }),
      total: agents.length,
    },
  };
}

/** The names of a list. */
async function namesOf(officeIds: readonly number[], agentIds: readonly number[]) {
  type Named = { id: number; name: string };
  const offices = await queryRows<Named>(sql`
    SELECT id, office_name AS name FROM offices WHERE id = ANY (${officeIds}::int[])`);
  const agents = await queryRows<Named>(sql`
    SELECT g.id, ${currentAgentName} AS name FROM agents g JOIN accounts a ON a.id = g.account_id
    WHERE g.id = ANY (${agentIds}::int[])`);
  const toMap = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return { offices: toMap(offices), agents: toMap(agents) };
}
