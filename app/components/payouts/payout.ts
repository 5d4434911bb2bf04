import type { Output, payouts, payroll } from "~/gate.server";
import { payouts as texts } from "./texts";

export type Payout = Output<typeof payouts.readOwn>;
export type Method = NonNullable<Payout["method"]>;

/** How an agent is paid in a list or run. */
export type AgentPayout = NonNullable<Output<typeof payroll.payPreview>["items"][number]["payout"]>;

type Named = Pick<Output<typeof payouts.readAgent>, "name" | "method" | "details">;

/** The payee and their new details, for the page that asks whether they are right. */
export const payoutName = ({ name, method, details }: Named): string[] => [
  name,
  ...(method === null ? [] : [texts.methods[method]]),
  ...(details ?? "").split("\n").filter(Boolean),
];
