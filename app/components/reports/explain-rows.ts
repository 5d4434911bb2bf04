import type { explain as texts } from "./explain-texts";

/** A row behind a figure. */
export type ExplainedRow = {
  id: string | number;
  time: string;
  siteId: number;
  sitename: string;
  typeId: number;
  typename: string;
  officeName?: string;
  agentUsername?: string;
  geo: string;
};
export type ClickRow = ExplainedRow & { unique: boolean };
export type EventRow = ExplainedRow & {
  day: string;
  event: "sale" | "bonus";
  sign: number;
  correction: boolean;
  clickId: string;
  customerEmail: string | null;
  txid?: string | null;
  priceSource: keyof typeof texts.sources;
  priceId: number | null;
  priceSince: string | null;
  tier: number | null;
  tierSales: number | null;
  lpp?: number;
  earning?: number;
  payout: number;
  payoutPhp: number;
  part: number | null;
};
