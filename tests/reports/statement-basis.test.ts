import { expect } from "vitest";
import { payPeriod, payPeriodId } from "../../server/trade/periods";
import { statement } from "../../server/payroll";
import { explain } from "../../server/reports";
import { anOffice, aSale, aSite, aSuperadmin } from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";
import { ask } from "./ask";

test("two lines of one link at different prices open only their own events [LEDGER-09]", async () => {
  const office = await anOffice({ agents: 1 });
  const { types } = await aSite({ enabledFor: [office] });
  const [agent, type] = [first(office.agents), first(types)];
  const { actor } = await aSuperadmin();
  const at = "2026-06-05T16:00:00Z";
  const dear = await aSale({ agent, type, at, price: { payout: 700 } });
  const cheap = [await aSale({ agent, type, at }), await aSale({ agent, type, at })];
  const periodId = payPeriodId("2026-06-05");
  const { lines } = await ask(statement, actor, { periodId, agentId: agent.id });
  const opened = new Map<string, number[]>();
  for (const { basis, typeId, agentId: rowAgentId } of lines) {
    const rows = await ask(explain, actor, { ...payPeriod(periodId), measure: String(typeId), basis, rowAgentId });
    opened.set(String(basis), (rows.items as { id: number }[]).map(({ id }) => id).sort());
  }
  expect([...opened.values()].sort((a, b) => a.length - b.length)).toEqual([
    [dear.id],
    cheap.map(({ id }) => id).sort(),
  ]);
});
