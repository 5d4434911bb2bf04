import { Alert } from "~models";
import { shownHtml } from "../kernel/html";

export type ShownAlert = Pick<Alert, "enable" | "html" | "version">;

/** The alert of all, in the transaction that asks. */
export const stored = async (): Promise<ShownAlert> => shown((await Alert.findByPk(1)) ?? Alert.build());

export const shown = ({ enable, html, version }: Alert): ShownAlert => ({ enable, html: shownHtml(html), version });
