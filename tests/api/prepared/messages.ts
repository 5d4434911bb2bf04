import { type Caller, idOf } from "./calls";

export async function messages({ asked, record }: Caller): Promise<void> {
  const give = { title: "New links", html: "<p>See <b>Links</b>.</p>", audience: "all" };
  const path = idOf(await asked("PUT messages", { give }));
  await record("POST messages/{id}/read", { as: "agent", path });
  await record("DELETE messages/{id}", { path });
}
