import { Op } from "sequelize";
import { Account, AuditRow } from "~models";
import { sql } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import type { Actor } from "../kernel/operation/roles";
import { DAY_MS } from "../kernel/time/durations";
import { newYorkTime } from "../kernel/time";
import { now } from "../kernel/time/now";

/**
 * Some acts need two people. A second account is a second person only if the first one cannot sign in to it, so the audit
 * and the log are asked who changed or saw what somebody signs in with.
 */

/** Somebody who took an account over would have to keep it for so long without its owner's noticing. */
const OWN_DAYS = 7;
const KNOWN_DAYS = 30;

const daysAgo = (days: number): Date => new Date(now().getTime() - days * DAY_MS);
const since = (days: number) => ({ [Op.gt]: daysAgo(days) });

/**
 * Why the actor does not count as a second person: another account changed their e-mail address or reset their second step
 * within seven days, and could be in their session. Null if none did.
 */
export async function accessChangedByOther({ accountId }: Actor): Promise<string | null> {
  const change = await AuditRow.findOne({
    where: {
      ...{ record: ["account", "twoStep"], recordId: String(accountId), at: since(OWN_DAYS) },
      ...{ operation: ["superadmins.setEmail", "auth.twoStep.reset"], accountId: { [Op.ne]: accountId } },
    },
    order: [["id", "DESC"]],
  });
  if (!change) return null;
  const until = newYorkTime(new Date(change.at.getTime() + OWN_DAYS * DAY_MS));
  return `${change.username ?? "Somebody"} changed by what you sign in, so another superadmin has to do this until ${until}.`;
}

type Owned = { record: "agent" | "office"; id: number; accountId: number };

/**
 * True if the actor could be in a session of the account: within 30 days they set or saw its password, changed its e-mail
 * address or reset its second step.
 */
export async function mayHoldAccess(actor: Actor, { record, id, accountId }: Owned): Promise<boolean> {
  const changes = await AuditRow.findAll({
    attributes: ["record", "after"],
    where: {
      [Op.or]: [
        { record, recordId: String(id) },
        { record: "twoStep", recordId: String(accountId) },
      ],
      ...{ accountId: actor.accountId, at: since(KNOWN_DAYS) },
    },
  });
  if (changes.some((change) => change.record === "twoStep" || changesAccess(change.after))) return true;
  const account = await Account.findByPk(accountId, { attributes: ["username"] });
  const revealed = JSON.stringify({ revealed: [account?.username ?? ""] });
  const shown = await queryOne(sql`
    SELECT 1 FROM common_log
    WHERE account_id = ${actor.accountId} AND at > ${daysAgo(KNOWN_DAYS)} AND get_params @> ${revealed}::jsonb LIMIT 1`);
  return shown !== undefined;
}

const changesAccess = (after: unknown): boolean =>
  typeof after === "object" && after !== null && ["password", "email", "manEmail"].some((name) => name in after);
