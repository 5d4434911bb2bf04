import { z } from "zod";
import { prepared } from "../kernel/database/transactions";
import { shownHtml } from "../kernel/text/html";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { sql, type Statement } from "../kernel/database/sql";

export type LoginAlerts = { accountAlert: string | null; commonAlert: string | null };

/**
 * The account's alerts: its own notes as text, and the alert for everyone as HTML while it is enabled. `also` adds one
 * more value to the statement, because for a page the round trip costs more than the query.
 *
 * SQL by hand: every page needs both, in one prepared statement.
 */
export async function alertsOf(
  actor: Actor,
  also: Statement = sql`NULL::integer`,
): Promise<LoginAlerts & { also: number | null }> {
  const found = await prepared<{ own: string | null; html: string | null; also: number | null }>(sql`
    SELECT (SELECT must_read FROM agents WHERE id = ${actor.agentId}) AS own,
           (SELECT html FROM alerts WHERE enable) AS html, (${also}) AS also`);
  return {
    accountAlert: found?.own?.trim() || null,
    commonAlert: shownHtml(found?.html ?? "") || null,
    also: found?.also ?? null,
  };
}

/** The account's alerts, whether or not they were read before. */
export const login = query({
  name: "alerts.login",
  does: "read your alerts",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ accountAlert: z.string().nullable(), commonAlert: z.string().nullable() }),
  run: ({ actor }) => alertsOf(actor),
});
