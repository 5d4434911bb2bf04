import { type Body, type Caller, idOf } from "./calls";

/** A link that the agent saves under a name, and deletes. */
export async function savedLinks({ asked, record }: Caller): Promise<void> {
  const { items } = (await asked("POST links/all", { as: "agent", give: { pageSize: 1 } })) as { items: Body[] };
  const give = { typeId: items[0]!.id, name: "Spring" };
  const path = idOf(await asked("PUT links/named", { as: "agent", give }));
  await record("DELETE links/named/{id}", { as: "agent", path });
}

/** A view with a feed, changed and deleted. */
export async function views({ asked, record }: Caller): Promise<void> {
  const give = { name: "Payroll", screen: "/app/stats/sites-payout", query: "during=last-half" };
  const path = idOf(await asked("PUT views", { give }));
  await record("POST views/{id}", { path, give: { isStart: true, version: 1 } });
  await record("POST views/{id}/feed", { path });
  await record("DELETE views/{id}/feed", { path });
  await record("DELETE views/{id}", { path });
}
