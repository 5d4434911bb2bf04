import type { Output, payouts, payroll } from "~/gate.server";

export type Payout = Output<typeof payouts.readOwn>;
export type Method = NonNullable<Payout["method"]>;

/** How an agent is paid in a list or run. */
export type AgentPayout = NonNullable<Output<typeof payroll.payPreview>["items"][number]["payout"]>;
