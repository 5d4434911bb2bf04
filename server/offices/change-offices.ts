import { Office, type StatusChange } from "~models";
import { endAccess, statusHow } from "../accounts";
import { linksChanged } from "../kernel/database/link-state";
import type { Call } from "../kernel/operation/operation";

/** Changes the state of offices and, except for the sign-in, of their agents. The audit records each change. */
export async function changeOffices(
  { actor, changed }: Call,
  offices: readonly Office[],
  change: StatusChange,
  reason?: string,
): Promise<void> {
  const done = await Office.changeStatus(offices, change, statusHow(actor, reason));
  if ("loginBlocked" in change && change.loginBlocked) await endAccess(done.offices.map(({ accountId }) => accountId));
  const note = (record: "office" | "agent", rows: typeof done.offices) => {
    for (const { id, accountId, before, after } of rows) changed({ record, id, before, after, onBehalfOf: accountId });
  };
  note("office", done.offices);
  note("agent", done.agents);
  // Hiding changes lists only, never traffic.
  if ("active" in change) await linksChanged();
}
