import { z } from "zod";
import { SaleEvent } from "~models";
import { abilities } from "../accounts";
import { requireAgent } from "../agents";
import { EVENTS } from "../trade/events";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { fromCents, toCents } from "../kernel/text/money";
import { currentPeriodId } from "./close";
import { readTotalUpTo } from "./lines";

/** The sales and unpaid balance that are lost when an agent is deleted. Null for accounts that may not delete them. */
export const deletionLoss = query({
  name: "payroll.deletionLoss",
  does: "read agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.object({ sales: z.int(), php: z.number() }).nullable(),
  async run({ actor }, { id }) {
    if (!abilities(actor).deleteRecords) return null;
    await requireAgent(actor, id);
    const sales = await SaleEvent.count({ where: { agentId: id, event: EVENTS.sale, sign: 1 } });
    const { php } = await readTotalUpTo(currentPeriodId(), { agentId: id });
    return { sales, php: fromCents(toCents(php)) };
  },
});
