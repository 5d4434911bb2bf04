import { z } from "zod";
import { prepared } from "../kernel/database";
import { shownHtml } from "../kernel/html";
import { Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { type Actor, atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";

export type LoginAlerts = { accountAlert: string | null; commonAlert: string | null };

/** What an account has to read: his own notes as text, and the alert of all as HTML while it is enabled. */
export async function alertsOf(actor: Actor): Promise<LoginAlerts> {
  const found = await prepared<{ own: string | null; html: string | null }>(
    "alerts",
    sql`
    SELECT (SELECT must_read FROM agents WHERE id = ${actor.agentId}) AS own,
           (SELECT html FROM alerts WHERE enable) AS html`,
  );
  return { accountAlert: found?.own?.trim() || null, commonAlert: shownHtml(found?.html ?? "") || null };
}

/** The alerts of a sign-in, whatever was read before. */
export const login = query({
  name: "alerts.login",
  does: "read your alerts",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ accountAlert: z.string().nullable(), commonAlert: z.string().nullable() }),
  run: ({ actor }) => alertsOf(actor),
});
