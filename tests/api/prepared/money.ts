import { randomUUID } from "node:crypto";
import { type Body, type Caller, idOf } from "./calls";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/** A click of the demo agent, its sale, the reversal because of a stolen card, and a sale without a click. */
export async function sales({ world, asked, record }: Caller): Promise<void> {
  const { server, clients } = world;
  const link = decodeURIComponent(String(await world.filled("{link}", clients.agent)));
  const clicked = await fetch(new URL(new URL(link).pathname, server.url), {
    headers: { "User-Agent": BROWSER },
    redirect: "manual",
  });
  if (clicked.status !== 302) throw new Error(`The link answered ${clicked.status}.`);
  const found = await asked("POST click-outs/search", {
    give: { agentId: await world.filled("{agent.id}", clients.super), pageSize: 1 },
  });
  const [click] = found.items as Body[];
  const clickid = String(click!.clickId);
  const post = async (parameters: Record<string, string>) => {
    const fields = { secret: `demo-secret-${String(click!.siteId)}`, event: "sale", ...parameters };
    const answer = await fetch(`${server.url}/api/postback?${new URLSearchParams(fields)}`);
    return (await answer.json()) as Body;
  };
  await record("POST links/qr", {
    as: "agent",
    give: { siteId: click!.siteId, typeId: click!.typeId, sub1: "flyer" },
  });
  await record("POST sites/{id}/try-postback", {
    path: { id: click!.siteId },
    give: { clickId: clickid, event: "sale" },
  });
  await post({ clickid, status: "approved", txid: "order-1041" });
  const { id } = await post({ clickid, status: "reversed", txid: "order-1041", reason: "stolen_card" });
  await record("POST sale-logs/{id}/resolve", { path: { id } });
  const { requestId } = await post({ clickid: randomUUID(), status: "approved", txid: "order-1042" });
  await record("GET postbacks/receipts/{requestId}", {
    path: { requestId },
    token: `demo-secret-${String(click!.siteId)}`,
  });
  const held = await record("POST postbacks/search", { give: { verdict: "held", pageSize: 1 } });
  await record("POST postbacks/{id}/replay", { path: idOf((held.items as Body[])[0]!) });
}

export async function webhooks({ asked, record }: Caller): Promise<void> {
  const endpoint = await asked("PUT webhooks", {
    give: { name: "Sales sheet", url: `https://sheet.example.org/hooks`, events: ["sale.accepted"] },
  });
  const path = idOf(endpoint);
  await record("POST webhooks/{id}", {
    path,
    give: { events: ["sale.accepted", "sale.reversed"], version: endpoint.version },
  });
  await record("POST webhooks/{id}/rotate-secret", { path });
  await record("POST webhooks/{id}/test", { path, give: { event: "sale.accepted" } });
  const made = await record("POST webhooks/{id}/deliveries/search", { path, give: { pageSize: 1 } });
  await record("POST webhooks/deliveries/{id}/send-again", { path: idOf((made.items as Body[])[0]!) });
  await record("DELETE webhooks/{id}", { path });
}

export async function signals({ asked, record }: Caller): Promise<void> {
  const { items } = await asked("POST signals/search", { give: { open: true, pageSize: 1 } });
  await record("POST signals/{id}/acknowledge", {
    path: idOf((items as Body[])[0]!),
    give: { note: "They are married and share an account." },
  });
}

/** Closes the oldest open half-month and pays the oldest one that is not paid. */
export async function payroll({ asked, record, second }: Caller): Promise<void> {
  const { items } = await asked("POST periods/search", {
    give: { sortField: "start", sortAsc: true, pageSize: 100 },
  });
  const oldest = (state: string) => (items as Body[]).find((period) => period.state === state);
  const open = oldest("open")!;
  const closed = oldest("closed") ?? open;
  await record("POST periods/{id}/close", { path: idOf(open), give: { phpPerUsd: 56.25 } });
  await record("POST periods/{id}/pay", { path: idOf(closed) });
  const lastRun = async () => {
    const { items: runs } = await asked("POST payment-runs/search", { give: { pageSize: 1 } });
    return idOf((runs as Body[])[0]!);
  };
  await record("POST payment-runs/{id}/undo", { path: await lastRun() });
  // An exported run can no longer be undone.
  await asked("POST periods/{id}/pay", { path: idOf(closed) });
  const path = await lastRun();
  await record("POST payment-runs/{id}/release", { path, token: second });
  await record("POST payment-runs/{id}/export", { path });
  const run = await asked("GET payment-runs/{id}", { path });
  const agentIds = (run.items as Body[]).slice(0, 1).map(({ agentId }) => agentId);
  await record("POST payment-runs/{id}/fail", { path, give: { agentIds, reason: "The account was closed." } });
}
