import { now } from "../../kernel/time/now";
import { currentClient } from "../../kernel/database/transactions";
import { decideTest } from "./decide";
import { newReceipt } from "./record";
import { sanitizeParams } from "./reading/request";

/** Stores a test that a site's developers send from their page, in the open transaction. Returns its receipt. */
export async function storeTest(siteId: number, sent: Record<string, string>, ip: string | null): Promise<string> {
  const params = new Map(Object.entries({ ...sent, test: "1" }));
  const receivedAt = now();
  const receipt = newReceipt(receivedAt);
  const request = { receipt, receivedAt, ip, params: sanitizeParams({ params, secrets: [] }) };
  await decideTest(currentClient(), request, siteId, params);
  return receipt;
}
