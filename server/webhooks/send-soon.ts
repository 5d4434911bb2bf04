import { WebhookEndpoint } from "~models";
import { conflict } from "../kernel/operation/refusal";

/** Throws 409. */
export function requireEnabled({ enabled }: WebhookEndpoint): void {
  if (!enabled) throw conflict("This endpoint is not enabled. Please enable it first.");
}

/** Ends the pause after a failed attempt. The version stays, because nothing changes that a form shows. */
export const sendSoon = ({ id }: WebhookEndpoint): Promise<unknown> =>
  WebhookEndpoint.update({ nextTryAt: null }, { where: { id } });
