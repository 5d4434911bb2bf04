import { type Body, type Caller, idOf } from "./calls";

export async function messages({ asked, record }: Caller): Promise<void> {
  const give = { title: "New links", html: "<p>See <b>Links</b>.</p>", audience: "all" };
  const path = idOf(await asked("PUT messages", { give }));
  await record("POST messages/{id}/read", { as: "agent", path });
  await record("DELETE messages/{id}", { path });
}

/** The sale of the agent is booked, so their claim is answered, and they open it. */
export async function claims({ asked, record }: Caller): Promise<void> {
  const found = await asked("POST agent-sales/search", { as: "agent", give: { state: "counted", pageSize: 100 } });
  const sale = (found.items as Body[]).find(({ txid }) => txid);
  const give = {
    siteId: sale!.siteId,
    date: String(sale!.date).slice(0, 10),
    txid: sale!.txid,
    note: "My client paid.",
  };
  const claim = await asked("PUT claims", { as: "agent", give });
  const path = idOf(claim);
  const note = "It was another client.";
  await record("POST claims/{id}/open", { as: "agent", path, give: { note, version: claim.version } });
  await record("POST claims/{id}/decide", {
    ...{ as: "manager", path },
    give: { state: "forwarded", reason: "Please look at it." },
  });
}
