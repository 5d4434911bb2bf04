import { z } from "zod";
import { abilities } from "../../accounts";
import { amount, cents } from "../../kernel/text/money";
import { isoTime } from "../../kernel/periods";
import type { Actor } from "../../kernel/operation/roles";
import { namesFor } from "../reader/names";
import type { SaleFound } from "./kind";

/** An event reported by a site (SALE-11). A reversal has negative amounts, and `reverses` is the id of its event. */
export const SaleRow = z.object({
  id: z.int(),
  date: z.string(),
  receivedAt: z.string(),
  customerEmail: z.string().nullable(),
  companyId: z.int(),
  officeName: z.string().optional(),
  agentId: z.int(),
  agent: z.string().optional(),
  siteId: z.int(),
  sitename: z.string(),
  typeId: z.int(),
  typename: z.string(),
  earning: z.number().optional(),
  payout: z.number().optional(),
  clickId: z.string(),
  eventType: z.int(),
  geo: z.string(),
  referer: z.string().nullable().optional(),
  reversal: z.boolean(),
  reverses: z.int().nullable(),
  /** The site reported that the sale was paid with a stolen card. */
  stolenCard: z.boolean(),
  /** When a superadmin resolved the stolen-card flag. */
  resolvedAt: z.string().nullable().optional(),
});
export type SaleRow = z.output<typeof SaleRow>;

/**
 * A row as this account may see it: amounts if earnings are visible, the referer for superadmins. Earnings are in
 * dollars, payouts in pesos.
 */
export function saleRow(actor: Actor, found: SaleFound): SaleRow {
  const { officeName, agent, earning, payout, referer, date, receivedAt, resolvedAt, ...row } = found;
  const can = abilities(actor);
  return {
    ...row,
    date: isoTime(date),
    receivedAt: isoTime(receivedAt),
    ...namesFor(actor, { officeName }, { agent }),
    ...(can.seeEarning ? { earning: amount(cents(earning)), payout: amount(cents(payout)) } : {}),
    ...(can.seeReferer ? { referer, resolvedAt: resolvedAt && isoTime(resolvedAt) } : {}),
  };
}
