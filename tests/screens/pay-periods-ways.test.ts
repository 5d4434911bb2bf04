import { test } from "vitest";
import { addDays, dayOf, startOfDay } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import { close } from "../../server/payroll";
import { ask } from "../reports/ask";
import { anAgent, anOffice, aSale, aSite, aSuperadmin } from "../world/builders";
import { first } from "../world/first";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const LIST = "/app/stats/pay-periods";
const last = previous(periodOf(dayOf(Date.now()), "beWeek"));
const before = previous(last);
const [BEFORE, LAST] = [payPeriodId(before.start), payPeriodId(last.start)];
const noon = ({ start }: typeof last) => new Date(startOfDay(addDays(start, 1)).getTime() + 12 * 3_600_000);
const name = ({ start, end }: typeof last) => `${start} ~ ${end}`;
let agentId: number;

const { server } = aScreenWorld({}, async () => {
  const { actor } = await aSuperadmin({ username: "sup" });
  const agent = await anAgent({ username: "ann", office: await anOffice({ officeName: "North" }) });
  agentId = agent.id;
  const type = first((await aSite()).types);
  for (const half of [before, last]) await aSale({ agent, type, at: noon(half) });
  await ask(close, actor, { id: BEFORE, phpPerUsd: 50 });
});
const ways = threeWays(server, "sup");

test("writing a line, closing a half-month and paying one leave the same rows three ways [LEDGER-01] [LEDGER-04]", async () => {
  const line = { periodId: LAST, kind: "penalty", php: 120.5, reason: "Late twice" };
  await ways.sameRows({
    call: ["POST ledger", { ...line, agentId }],
    form: [`${LIST}/${LAST}`, { ...line, periodId: String(LAST), php: "120.5", agentId: "ann", companyId: "" }],
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("link", { name: name(last), exact: true }).click();
      const form = page.getByRole("region", { name: "New line" });
      await form.getByLabel("Kind").selectOption("penalty");
      await form.getByLabel("Agent").fill("ann");
      await form.getByLabel("Amount in pesos").fill("120.5");
      await form.getByLabel("Reason").fill(line.reason);
      await page.getByRole("button", { name: "Add line" }).click();
      await page.getByText("The line was added to the ledger.").waitFor();
    },
    changes: ["audit", "ledger"],
  });
  await ways.sameRows({
    call: [`POST periods/${LAST}/close`, { phpPerUsd: 56.25, confirmRate: 56.25 }],
    form: [`${LIST}/close/${LAST}`, { phpPerUsd: "56.25", confirmRate: "56.25" }],
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("link", { name: `Close ${name(last)}` }).click();
      await page.getByLabel("Pesos per dollar").fill("56.25");
      await page.keyboard.press("Enter");
      await page.getByText("$8.89").first().waitFor();
      await page.getByText("56.25 is 12.50% above the last rate, 50 of").waitFor();
      await page.getByLabel("Yes, one dollar is 56.25 pesos").press("Space");
      await page.getByRole("button", { name: "Close half-month" }).press("Enter");
      await page.getByRole("button", { name: "Confirm" }).press("Enter");
      await page.getByText("The half-month is closed.").waitFor();
    },
    changes: ["audit", "ledger", "pay_periods"],
  });
  await ways.sameRows({
    call: [`POST periods/${BEFORE}/pay`],
    form: [LIST, { intent: "pay", ids: String(BEFORE) }],
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("link", { name: `Pay ${name(before)}` }).click();
      await page.getByRole("cell", { name: "₱500.00" }).first().waitFor();
      await page.locator(".pay-bar").getByRole("button", { name: "Pay" }).click();
      await page.getByRole("button", { name: "Confirm" }).press("Enter");
      await page.getByText("The payment run is made.").waitFor();
    },
    changes: ["audit", "ledger", "pay_periods", "payment_runs", "payments"],
  });
});
