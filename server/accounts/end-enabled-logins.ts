import { literal, Op, Transaction } from "sequelize";
import { Account } from "~models";
import { LOCKS } from "../kernel/database/advisory-locks";
import { writeAudit } from "../kernel/operation/audit";
import { now } from "../kernel/periods/now";
import { one, writeTransaction } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";
import { endAccess, endSessions } from "./end-sessions";

/**
 * Clears sign-ins that were enabled until a 01:00 (New York) that has passed, and ends the sessions of blocked accounts
 * as of that moment. Runs at startup and every minute, so a process that starts late catches up. An advisory lock lets
 * only one process run it at a time. Returns how many sign-ins ended.
 * SQL by hand: an advisory lock has no table, so it has no model.
 */
export const endEnabledLogins = (): Promise<number> =>
  writeTransaction(async () => {
    const lock = await one<{ mine: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${LOCKS.endingLogins}::bigint) AS mine`,
    );
    if (!lock?.mine) return 0;
    const ended = await Account.findAll({
      attributes: ["id", "loginBlocked", "loginEnabledUntil"],
      where: { loginEnabledUntil: { [Op.lte]: now() } },
      include: (["agent", "office", "admin"] as const).map((association) => ({ association, attributes: ["id"] })),
      order: [["id", "ASC"]],
      lock: { level: Transaction.LOCK.UPDATE, of: Account },
    });
    if (ended.length === 0) return 0;
    await endAccessOf(ended.filter(({ loginBlocked }) => loginBlocked));
    await Account.update(
      { loginEnabledUntil: null, version: literal("version + 1") },
      { where: { id: ended.map(({ id }) => id) } },
    );
    await writeAudit(
      "accounts.endEnabledLogins",
      null,
      ended.map((account) => ({
        ...recordOf(account),
        before: { loginEnabledUntil: account.loginEnabledUntil },
        after: { loginEnabledUntil: null },
        onBehalfOf: account.id,
      })),
    );
    return ended.length;
  });

/** Sessions end at the time their sign-in ended. Several end times can be due at once after downtime. */
async function endAccessOf(accounts: readonly Account[]): Promise<void> {
  for (const end of new Set(accounts.map(({ loginEnabledUntil }) => Number(loginEnabledUntil)))) {
    const ended = accounts.filter(({ loginEnabledUntil }) => Number(loginEnabledUntil) === end);
    await endSessions(
      ended.map(({ id }) => id),
      null,
      new Date(end),
    );
  }
  await endAccess(accounts.map(({ id }) => id));
}

const recordOf = ({ id, agent, office, admin }: Account): { record: string; id: number } => {
  if (agent) return { record: "agent", id: agent.id };
  return office ? { record: "office", id: office.id } : { record: "admin", id: admin?.id ?? id };
};
