import { beforeAll, expect, test } from "vitest";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { send, signIn } from "../api/client";
import { anOffice, aSite, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { db } from "../world/db";
import { aFolder, aServer, childrenOf, type Server } from "../world/server";
import { PASSWORD } from "../world/shared";

let server: Server;
let link: string;
let start: () => Promise<Server>;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  link = await writeTransaction(async () => {
    await aSuperadmin({ username: "root" });
    const office = await anOffice({ agents: 1 });
    const site = await aSite({ enabledFor: [office] });
    return `/api/links/go/${site.id}/${site.types[0]?.id}/${office.agents[0]?.id}`;
  });
  const env = { DATA_DIR: await aFolder() };
  start = () => aServer({ workers: 0, database, env });
  server = await start();
});

const follow = () => fetch(server.url + link, { redirect: "manual", headers: { "User-Agent": "Mozilla/5.0" } });
const clicks = async () => (await db.row<{ n: number }>`SELECT count(*)::int AS n FROM clicks`)?.n;

test("with WORKERS=0 one process answers screens, calls and links, and loads the click log", async () => {
  expect(server.said()).toContain("One process may open");
  expect(await childrenOf(server.pid)).toEqual([]);
  expect((await fetch(`${server.url}/app/sign-in`)).status).toBe(200);
  const token = await signIn(server, "root", PASSWORD);
  const { body } = await send(server, "GET sites", undefined, { Authorization: `Bearer ${token}` });
  expect(body).toMatchObject([{ id: Number(link.split("/")[4]) }]);
  expect((await follow()).status).toBe(302);
  await expect.poll(clicks).toBe(1);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain("clicks_outcome_total");
});

test("what it has answered is stored once after a kill and another start [TRUST-01]", async () => {
  const before = (await clicks()) ?? 0;
  const answers = await Promise.all(Array.from({ length: 50 }, follow));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
  await server.kill("SIGKILL");
  server = await start();
  await expect.poll(clicks).toBe(before + 50);
});
