import { now } from "../time/now";
import type { Call, CallOrigin, Condition, Guarded, Operation, StreamOperation } from "./operation";
import { confirmationNeeded, forbidden, invalidToken, onlyViewing, somethingDue } from "./refusal";
import type { Actor, Caller } from "./roles";

/** How long a given password counts. */
export const CONFIRMED_MS = 15 * 60_000;

const THROUGH_LINK = "You are signed in through somebody else's link. Only the owner of this account can do this.";
const BY_TOKEN = "A client token cannot do this. Sign in with your password.";

/** Throws 401 or 403 if the account, or the scope or areas of its session or token, do not admit the operation. */
export function requirePermission(
  operation: Operation | StreamOperation,
  caller: Caller,
  { area }: Pick<CallOrigin, "area"> = {},
): void {
  if (!operation.allow.admits(caller)) {
    if (caller === null) throw invalidToken();
    throw forbidden(`You may not ${operation.does}.`);
  }
  if (caller?.viewing && operation.kind === "command" && !operation.viewing) throw onlyViewing();
  if (caller?.due && !operation.whileDue?.includes(caller.due)) throw somethingDue(caller.due);
  if (caller?.scope === "health" && !operation.monitoring) {
    throw forbidden(`This token may only read the health of the server; it may not ${operation.does}.`);
  }
  if (caller?.areas && !(area && caller.areas.includes(area))) {
    const where = area ? `it may not ${operation.does}, which is in the area ${area}` : "it may use no screens";
    throw forbidden(`This token may only use the areas ${caller.areas.join(", ")}; ${where}.`);
  }
  if (operation.kind === "command" && caller?.scope === "read" && operation.type !== "AUTH") {
    throw forbidden(`This token may only read; it may not ${operation.does}.`);
  }
}

/** Throws 403 if the session may not do what the operation does with this input. Programs on the server may. */
export async function requireConfirmation<I>(guarded: Guarded<I>, call: Call, input: I): Promise<void> {
  const { caller } = call;
  if (!caller || caller.confirmedUntil === undefined) return;
  if (await applies(guarded.credentials, call, input)) requireOwner(caller);
  if (caller.confirmedUntil > now().getTime() || !(await applies(guarded.confirmed, call, input))) return;
  if (caller.by) throw forbidden(THROUGH_LINK);
  throw confirmationNeeded();
}

const applies = async <I>(condition: Condition<I> | undefined, call: Call, input: I): Promise<boolean> =>
  typeof condition === "function" ? condition(call, input) : condition === true;

/** Throws 403 unless the account's owner acts, in a session of their own. */
export function requireOwner({ by, opener }: Actor): void {
  if (by) throw forbidden(THROUGH_LINK);
  if (opener === "client") throw forbidden(BY_TOKEN);
}
