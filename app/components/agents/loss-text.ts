import { agents as texts } from "~/texts";
import { counted, pesos, signed } from "../formats";

/** Sales and balance that the deletion of an agent loses, and what it keeps. */
export function lossText({ sales, php }: { sales: number; php: number }): string {
  const { nothing, sold, owed, owes, rest } = texts.deletion;
  if (sales === 0 && php === 0) return `${nothing} ${rest}`;
  const balance = php > 0 ? owed : php < 0 ? owes : "";
  return `${sold(counted(sales, "sale", "sales"), signed(pesos, php))}${balance}. ${rest}`;
}
