import { createHash } from "node:crypto";
import { z } from "zod";
import * as approvals from "../approvals";
import { sql, type Statement } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { displayHtml } from "../kernel/operation/html";
import * as messages from "../messages";

type LoginAlerts = { accountAlert: string | null; commonAlert: string | null };
type Counts = { unapproved?: Statement; unread?: Statement };
type Counted = Record<keyof Counts, number | null>;
const none = sql`NULL::integer`;

/**
 * The account's alerts: its own notes as text, and the alert for everyone as HTML while it is enabled. `counts`
 * adds values to the statement, because for a page the round trip costs more than the query.
 */
async function readAlerts(actor: Actor, counts: Counts = {}): Promise<LoginAlerts & Counted> {
  const { unapproved = none, unread = none } = counts;
  const row = await queryOne<{ own: string | null; html: string | null } & Counted>(
    sql`
    SELECT (SELECT must_read FROM agents WHERE id = ${actor.agentId}) AS own,
           (SELECT html FROM alerts WHERE enable) AS html, (${unapproved}) AS unapproved, (${unread}) AS unread`,
    { plan: "prepared" },
  );
  return {
    accountAlert: row?.own?.trim() || null,
    commonAlert: (await displayHtml(row?.html ?? "")) || null,
    unapproved: row?.unapproved ?? null,
    unread: row?.unread ?? null,
  };
}

/** The account's alerts, whether or not they were read before. */
export const login = query({
  name: "alerts.login",
  does: "read your alerts",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ accountAlert: z.string().nullable(), commonAlert: z.string().nullable() }),
  run: ({ actor }) => readAlerts(actor),
});

const MARK_LENGTH = 12;
export const isMark = (text: string): boolean => new RegExp(`^[\\w-]{${MARK_LENGTH}}$`).test(text);

/**
 * Identifies one text for one account, so that a changed text, or another account in the same browser, shows it again.
 */
const markOf = (actor: Actor, kind: string, content: string): string =>
  createHash("sha256").update([actor.accountId, kind, content].join("\0")).digest("base64url").slice(0, MARK_LENGTH);

/**
 * The notices of every page: the next alert that is not marked as read, the account's own before the one for everyone;
 * for people who may approve agents, the number of pending approvals; for agents and managers, of unread messages.
 */
export const notices = query({
  name: "alerts.notices",
  does: "read your notices",
  allow: atLeast("agent"),
  autocommit: true,
  input: z.object({ read: z.array(z.string()).max(100).default([]) }),
  output: z.object({
    alert: z.object({ mark: z.string(), text: z.string().optional(), html: z.string().optional() }).nullable(),
    unapproved: z.int().optional(),
    unread: z.int().optional(),
  }),
  async run({ actor }, { read }) {
    const {
      accountAlert: text,
      commonAlert: html,
      ...counted
    } = await readAlerts(actor, {
      unapproved: approvals.count.allow.admits(actor) ? approvals.pendingCount(actor) : undefined,
      unread: messages.hasInbox(actor) ? messages.unreadCount(actor) : undefined,
    });
    const alerts = [
      ...(text === null ? [] : [{ text, mark: markOf(actor, "account", text) }]),
      ...(html === null ? [] : [{ html, mark: markOf(actor, "common", html) }]),
    ];
    return {
      alert: alerts.find(({ mark }) => !read.includes(mark)) ?? null,
      unapproved: counted.unapproved ?? undefined,
      unread: counted.unread ?? undefined,
    };
  },
});
