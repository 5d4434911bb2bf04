import { one } from "../kernel/database";
import { shownHtml } from "../kernel/html";
import { sql } from "../kernel/sql";

export type Alert = { enable: boolean; html: string; version: number };

/** The alert of all, in the transaction that asks; `held`: it stays as it is until that ends. */
export async function stored({ held = false } = {}): Promise<Alert> {
  const alert = await one<Alert>(sql`SELECT enable, html, version FROM alerts ${held ? sql`FOR UPDATE` : sql``}`);
  return { enable: alert?.enable ?? false, html: shownHtml(alert?.html ?? ""), version: alert?.version ?? 1 };
}
