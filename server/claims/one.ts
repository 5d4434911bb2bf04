import { z } from "zod";
import { AuditRow, Claim, LedgerLine } from "~models";
import { findOneVisible } from "../accounts";
import { Event, Postback } from "../doctor";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole, levels } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { ClaimRow, findClaims, isPending, visibleClaims } from "./claim";

export const decisions = ["forwarded", "booked", "declined"] as const;
export type Decision = (typeof decisions)[number];

/** A claim that the account may see. Throws 404. */
export async function findClaim(actor: Actor, id: number): Promise<ClaimRow> {
  const [claim] = await findClaims(actor, sql`WHERE c.id = ${id} AND ${visibleClaims(actor)}`);
  if (!claim) throw noSuch("claim");
  return claim;
}

const audited = selectColumns(AuditRow, ["at", "username"]);
const Act = z.object({ at: z.string(), by: z.string().nullable(), state: z.string(), reason: z.string().nullable() });

/** The states of a claim in the order of time, each with its author and reason. */
async function actsOf(id: number): Promise<z.output<typeof Act>[]> {
  const rows = await queryRows<RowOf<typeof audited> & { state: string; reason: string | null }>(sql`
    SELECT ${audited}, after->>'state' AS state, after->>'reason' AS reason FROM audit
    WHERE record = 'claim' AND record_id = ${String(id)} AND after ? 'state' ORDER BY audit.id`);
  return rows.map(({ at, username, ...act }) => ({ ...act, at: isoTime(at), by: username }));
}

/** A claim with its evidence, its history and what the account may decide. */
export const read = query({
  name: "claims.read",
  does: "read claims",
  allow: atLeast("agent"),
  input: z.object({ id: Id }),
  output: ClaimRow.extend({
    /** Sales and reports as they were when the claim was made. */
    evidence: z.object({ events: z.array(Event), postbacks: z.array(Postback) }),
    acts: z.array(Act),
    mayOpen: z.boolean(),
    mayDecide: z.array(z.enum(decisions)),
    /** The half-month of the ledger line that ended it. */
    linePeriodId: z.int().nullable(),
  }),
  async run({ actor }, { id }) {
    const shown = await findClaim(actor, id);
    const { createdBy, state, evidence, lineId } = await findOneVisible(Claim, actor, id);
    const line = lineId === null ? null : await LedgerLine.findByPk(lineId, { attributes: ["periodId"] });
    return {
      ...shown,
      evidence: evidence as { events: z.input<typeof Event>[]; postbacks: z.input<typeof Postback>[] },
      acts: await actsOf(id),
      mayOpen: state === "answered" && createdBy === actor.accountId,
      mayDecide: decisionsOf(actor, state),
      linePeriodId: line?.periodId ?? null,
    };
  },
});

/** The decisions that a role may take on a claim in this state: a manager forwards or declines, an admin ends it. */
export function decisionsOf(actor: Actor, state: Claim["state"]): Decision[] {
  if (hasRole(actor, "admin")) return isPending(state) ? ["booked", "declined"] : [];
  return actor.role === levels.company && state === "open" ? ["forwarded", "declined"] : [];
}
