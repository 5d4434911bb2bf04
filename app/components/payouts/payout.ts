import type { Output, payouts, payroll } from "~/gate.server";
import { payoutActs } from "./acts";
import { payouts as texts } from "./texts";

export type Payout = Output<typeof payouts.readOwn>;
export type Method = NonNullable<Payout["method"]>;

/** How an agent is paid in a list or run. */
export type AgentPayout = NonNullable<Output<typeof payroll.payPreview>["items"][number]["payout"]>;

type Named = Pick<Output<typeof payouts.readAgent>, "name" | "method" | "details" | "mayConfirm" | "whyNotConfirm">;

/** The payee and their new details, for the page that asks whether they are right. */
export const aboutPayout = ({ name, method, details, mayConfirm, whyNotConfirm }: Named) => {
  const lines = [method && texts.methods[method], ...(details ?? "").split("\n")].filter(Boolean);
  return {
    names: [name],
    note: `${texts.newDetails(lines.join(", "))} ${payoutActs.confirm.note}`,
    impossible: mayConfirm ? undefined : (whyNotConfirm ?? texts.cannotConfirm),
  };
};
