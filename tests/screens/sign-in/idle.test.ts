import { expect, test } from "vitest";
import { anAdmin } from "../../world/builders";
import { db } from "../../world/db";
import { aScreenWorld } from "../../world/screens";
import { signedIn } from "../../world/visitor";

const { server } = aScreenWorld({}, () => anAdmin({ username: "adm" }));

const lastUse = (ago: string) => db.run`UPDATE sessions SET last_seen_at = now() - ${ago}::interval`;
const minutesAgo = async (): Promise<number> =>
  (await db.row<{ ago: number }>`
    SELECT (extract(epoch FROM now() - max(last_seen_at)) / 60)::int AS ago FROM sessions`)!.ago;

test("a browser that is left open is signed out, with the reason and the way back, although its badge polls [AUTH-28]", async () => {
  const visitor = await signedIn(server.url, "adm");
  await lastUse("470 minutes");
  const polled = await visitor.get("/api/accounts/unapproved/count", { "Sec-Fetch-Dest": "empty" });
  expect([polled.status, await minutesAgo()]).toEqual([200, 470]);
  await lastUse("481 minutes");
  const away = await visitor.get("/app/sites/sites?page=2");
  expect([away.status, away.headers.get("location")]).toEqual([
    302,
    `/login?returnUrl=${encodeURIComponent("/app/sites/sites?page=2")}`,
  ]);
  expect((await visitor.open("/app/home")).html).toContain("You were signed out.");
});

test("a page that its person opens counts as use [AUTH-28]", async () => {
  const visitor = await signedIn(server.url, "adm");
  await lastUse("470 minutes");
  expect((await visitor.get("/app/home", { "Sec-Fetch-Dest": "document" })).status).toBe(200);
  expect(await minutesAgo()).toBe(0);
});
