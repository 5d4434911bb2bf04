import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aWorld, type World } from "./client";

/** An agent's everyday work, done by calls alone. */

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world?.server.stop());

/** Opens a link as a browser does. Not with fetch, which says that a script asks. */
const follow = (url: string) =>
  new Promise<number | undefined>((done, failed) => {
    const agent =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
    const answered = (answer: IncomingMessage) => done(answer.resume().statusCode);
    get(url, { headers: { "User-Agent": agent } }, answered).on("error", failed);
  });

type Report = { page: { items: { agentId?: number; companyId?: number; raws: number }[] } };

test("a click on an agent's tracked link counts for the agent and their office [ROLE-02, ROLE-21]", async () => {
  const { agent, super: superadmin } = world.clients;
  const me = (await agent.call("GET accounts/me")).body as { agentId: number; companyId: number };
  const [site] = (await agent.call("GET sites")).body as { id: number }[];
  const links = (await agent.call("POST links/list", { siteId: site?.id, agentId: me.agentId })).body as {
    link: string;
  }[];
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
  const raws = async (groupBy: "agent" | "company", key: "agentId" | "companyId") => {
    const body = { groupBy, start: today, end: today, siteId: site?.id, pageSize: 500 };
    const { page } = (await superadmin.call("POST stats/sites", body)).body as Report;
    return page.items.find((row) => row[key] === me[key])?.raws ?? 0;
  };
  const before = [await raws("agent", "agentId"), await raws("company", "companyId")] as const;
  const { pathname } = new URL(links[0]?.link ?? "");
  expect(await follow(world.server.url + pathname)).toBe(302);
  await expect.poll(() => raws("agent", "agentId")).toBe(before[0] + 1);
  await expect.poll(() => raws("company", "companyId")).toBe(before[1] + 1);
});
