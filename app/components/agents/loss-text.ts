import { agents as texts } from "~/texts";
import { counted, pesos, signed } from "../formats";

/** Sales and balance that the deletion of an agent loses. */
export const lossText = ({ sales, php }: { sales: number; php: number }): string =>
  texts.deletionLoss(counted(sales, "sale", "sales"), signed(pesos, php));
