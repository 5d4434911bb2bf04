import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BalanceParts } from "../../app/components/statements/statement-sum";
import { pageOf } from "../world/page";

type Props = Parameters<typeof BalanceParts>[0];
const only = (php: number) => ({ php, usd: null });
const period = { id: 2026101, start: "2026-10-01", end: "2026-10-15", state: "paid" } as Props["period"];

function partsOf(total: number, unpaid: number): string[] {
  const sheet = { opening: only(6560), inPeriod: only(3420), payments: only(-3720), total: only(total) };
  const shown = { ...sheet, settlement: { unpaid: only(unpaid) } } as Props["sheet"];
  return pageOf(renderToStaticMarkup(<BalanceParts sheet={shown} period={period} />)).texts("li");
}

test("the parts of a paid half-month lead from its balance to what carries over", () => {
  expect(partsOf(6260, 3420).slice(-3)).toEqual([
    "= ₱6,260.00 Balance at closing",
    "\u2212₱2,840.00 paid since",
    "= ₱3,420.00 carries over",
  ]);
  expect(partsOf(6260, 6260).slice(-2)).toEqual(["= ₱6,260.00 Balance at closing", "₱6,260.00 carries over"]);
  expect(partsOf(6260, 0).at(-1)).toBe("= ₱6,260.00 Balance at closing");
});
