import { fees as texts } from "~/components/fees/texts";

/** A fee row as the server returns it. */
export type Fee = {
  companyId: number;
  officeName: string;
  typeId: number;
  enable: boolean;
  version: number;
} & Record<Money, number | null> &
  Record<Points, number | null>;
type Money = "payout" | "earning" | "bonusPayout" | "bonusEarning";
type Points = "lpp" | "bonusLpp";
export type FeeColumn = { name: Money | Points; label: string };

/**
 * The amount columns: three without a bonus. For a site that counts a sale on two days, the bonus columns are labeled
 * as Day#2.
 */
export function feeColumns({ bonus, useApproveSale }: { bonus: boolean; useApproveSale: boolean }): FeeColumn[] {
  const labels: Partial<Record<Money | Points, string>> = {
    ...texts.columns,
    ...(bonus ? (useApproveSale ? texts.day2 : texts.bonus) : {}),
  };
  return Object.entries(labels).map(([name, label]) => ({ name: name as Money | Points, label }));
}

/** Text of an amount in its input; money has two decimals. */
export function fieldText(name: Money | Points, value: number | null): string {
  return name === "lpp" || name === "bonusLpp" ? String(value ?? "") : (value?.toFixed(2) ?? "");
}
