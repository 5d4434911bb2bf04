import { fees as texts } from "~/texts/fees";

/** A row as the server answers it. */
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

/** The numbers of a row: without a bonus three, and the bonus of a site with two days is the sale of the second. */
export function feeColumns({ bonus, useApproveSale }: { bonus: boolean; useApproveSale: boolean }): FeeColumn[] {
  const labels: Partial<Record<Money | Points, string>> = {
    ...texts.columns,
    ...(bonus ? (useApproveSale ? texts.day2 : texts.bonus) : {}),
  };
  return Object.entries(labels).map(([name, label]) => ({ name: name as Money | Points, label }));
}

/** A number as its field holds it: money with its cents. */
export function fieldText(name: Money | Points, value: number | null): string {
  return name === "lpp" || name === "bonusLpp" ? String(value ?? "") : (value?.toFixed(2) ?? "");
}
