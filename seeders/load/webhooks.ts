import type pg from "pg";
import { newScannableToken, seal } from "../../server/kernel/process/secrets";
import { secretContext } from "../../server/webhooks";
import type { Company } from "../company";
import { copyRows } from "./copy-rows";

const HOUR_MS = 60 * 60 * 1000;
const URL = "https://sales-sheet.example.org/hooks/harbor";
const SALE = { clickId: "01946c1c-8a53-7c11-9f0e-2b7c5a1d3e4f", event: "sale", payout: "500.00", geo: "PH" };

/**
 * A webhook of the demo manager's office with two deliveries. It is not enabled, because a demo must not send anything
 * to other systems.
 */
export async function writeWebhooks(client: pg.Client, { accounts, offices, now }: Company): Promise<void> {
  const manager = accounts.find(({ username }) => username === "manager");
  const office = offices.find(({ accountId }) => accountId === manager?.id);
  if (!office) return;
  const at = (hoursAgo: number) => new Date(now - hoursAgo * HOUR_MS);
  await copyRows(
    client,
    "webhook_endpoints",
    ["id", "company_id", "format", "name", "url", "events", "secret", "created_by", "created_at", "enabled"],
    [
      [
        ...[1, office.id, "signed", "Sales sheet", URL, "{sale.accepted,sale.reversed}"],
        ...[seal(newScannableToken("whsec_"), secretContext(1)), office.accountId, at(72), false],
      ],
    ],
  );
  await copyRows(
    client,
    "webhook_deliveries",
    ["id", "endpoint_id", "event", "data", "created_at", "state", "delivered_at"],
    [
      [1, 1, "sale.accepted", JSON.stringify({ saleId: 1, txid: "A-1001", ...SALE }), at(30), "delivered", at(30)],
      [
        2,
        1,
        "sale.reversed",
        JSON.stringify({ saleId: 2, txid: "A-1001", ...SALE, reverses: 1 }),
        at(26),
        "waiting",
        null,
      ],
    ],
  );
  const headers = (id: number) => JSON.stringify({ "Content-Type": "application/json", "Webhook-Id": `evt_${id}` });
  await copyRows(
    client,
    "webhook_attempts",
    ["delivery_id", "at", "url", "headers", "status", "error", "answer", "ms"],
    [
      [1, at(30), URL, headers(1), 204, null, "", 84],
      [2, at(26), URL, headers(2), 503, null, "Down for maintenance", 41],
    ],
  );
}
