import { type Caller, idOf } from "./calls";

/** A view with a feed, changed and deleted. */
export async function views({ asked, record }: Caller): Promise<void> {
  const give = { name: "Payroll", screen: "/app/stats/sites-payout", query: "during=last-half" };
  const path = idOf(await asked("PUT views", { give }));
  await record("POST views/{id}", { path, give: { isStart: true, version: 1 } });
  await record("POST views/{id}/feed", { path });
  await record("DELETE views/{id}/feed", { path });
  await record("DELETE views/{id}", { path });
}
