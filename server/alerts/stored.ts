import { Alert } from "~models";
import { shownHtml } from "../kernel/text/html";

export type ShownAlert = Pick<Alert, "enable" | "html" | "version">;

/** The alert for everyone, read in the current transaction. */
export const stored = async (): Promise<ShownAlert> => shown((await Alert.findByPk(1)) ?? Alert.build());

export const shown = ({ enable, html, version }: Alert): ShownAlert => ({ enable, html: shownHtml(html), version });
