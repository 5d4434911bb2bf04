import { beforeAll, expect, test } from "vitest";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { sql } from "../../server/kernel/database/sql";
import { watchLinks } from "../../server/tracking/links/link-watch";
import { send, signIn } from "../api/client";
import { anOffice, aSite, aSuperadmin, type Site } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { aLine } from "../world/line";
import { aServer, type Server } from "../world/server";
import { PASSWORD } from "../world/shared";
import { ask, BROWSER } from "./click-world";
import { read } from "./postback-world";

/** One worker handles both the operation and the click after it: the link follows the operation's result at once. */
const ROUNDS = 5;
const VISITOR = "203.0.113.77";
let server: Server;
let token: string;
let made = 0;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await writeTransaction(() => aSuperadmin({ username: "root" }));
  server = await aServer({ workers: 1, database, env: { TRUST_PROXY: "127.0.0.1", DESIGNATED_USERNAME: "root" } });
  token = await signIn(server, "root", PASSWORD);
});

/** Calls an operation and returns its record. */
async function act<T extends object>(line: string, body?: object): Promise<T> {
  const answer = await send(server, line, body, { Authorization: `Bearer ${token}` });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

type Ids = { siteId: number; typeId: number; agentId: number };
async function follow({ siteId, typeId, agentId }: Ids): Promise<{ status: number; clickId: string }> {
  const port = Number(new URL(server.url).port);
  const sent = { "User-Agent": BROWSER, "X-Forwarded-For": VISITOR };
  const { status, headers } = await ask(port, `/api/links/go/${siteId}/${typeId}/${agentId}`, sent);
  return { status, clickId: String(headers.location ?? "").slice(-36) };
}

const fresh = () => `n${process.pid % 10_000}${(++made).toString(36)}`.slice(-10);
const password = { password: "long-enough", passwordConfirm: "long-enough" };

const aNewSite = () =>
  act<{ id: number }>("PUT sites", {
    ...{ sitename: fresh(), shortname: "s", abbr: "S", url: "https://example.org/", type: "DATING" },
    enableForAll: true,
  });
const aNewType = (siteId: number) =>
  act<{ id: number }>("PUT types", {
    ...{ siteId, typename: fresh(), typealias: "Spring", url: "https://example.org/?c={clickid}" },
    ...{ payout: 500, earning: 20, lpp: 1 },
  });
const aNewAgent = (officeId: number) =>
  act<{ id: number }>("PUT agents", { officeId, firstName: "Una", lastName: "Reed", username: fresh(), ...password });
const aNewOffice = () =>
  act<{ id: number }>("PUT offices", {
    ...{ officeName: fresh(), manFirstName: "Max", manLastName: "Poe", username: fresh(), ...password },
  });

test("a link works at once after the operations that create it, and stops at once after those that end it [TRACK-19]", async () => {
  const old = await writeTransaction(async (): Promise<Site> => aSite({ enabledFor: [await anOffice()] }));
  expect(old.types).toHaveLength(1);
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { id: officeId } = await aNewOffice();
    const { id: agentId } = await aNewAgent(officeId);
    const { id: siteId } = await aNewSite();
    const { id: typeId } = await aNewType(siteId);
    const ids = { siteId, typeId, agentId };
    const after = async (name: string, status: number, line: string, body?: object) => {
      await act(line, body);
      const answer = await follow(ids);
      if (answer.status !== status) wrong.push(`${name}: ${answer.status}`);
    };
    await after("a new agent", 302, "PUT accounts/approve", { ids: [agentId] });
    for (const [room, id] of [
      ["agents", agentId],
      ["offices", officeId],
    ] as const) {
      await after(`${room} suspended`, 410, `POST ${room}/status`, { ids: [id], active: false });
      await after(`${room} activated`, 302, `POST ${room}/status`, { ids: [id], active: true });
    }
    await after("site suspended", 410, "POST sites/status", { ids: [siteId], status: 0 });
    await after("site activated", 302, "POST sites/status", { ids: [siteId], status: 1 });
    await after("link suspended", 410, `POST types/${typeId}`, { status: 0 });
    await after("link activated", 302, `POST types/${typeId}`, { status: 1 });
    await after("site of an agent off", 410, `POST agents/${agentId}`, { sites: [{ siteId, enable: false }] });
    await after("site of an agent on", 302, `POST agents/${agentId}`, { sites: [{ siteId, enable: true }] });
    await after("sites of an office off", 410, `POST offices/${officeId}`, { siteIds: [old.id] });
    await after("site for all", 302, `POST sites/${siteId}/enable-for-all`);
    ids.typeId = (await aNewType(siteId)).id;
    const answer = await follow(ids);
    if (answer.status !== 302) wrong.push(`a new link: ${answer.status}`);
    await after("a deleted agent", 404, `DELETE agents/${agentId}`);
  }
  expect(wrong).toEqual([]);
});

test("the black list takes effect at once for clicks on the worker that changed it [TRACK-19]", async () => {
  const { id: officeId } = await aNewOffice();
  const { id: agentId } = await aNewAgent(officeId);
  await act("PUT accounts/approve", { ids: [agentId] });
  const { id: siteId } = await aNewSite();
  const { id: typeId } = await aNewType(siteId);
  const classes: number[] = [];
  const click = async () => {
    const { clickId } = await follow({ siteId, typeId, agentId });
    const stored = () => read<{ class: number }>(sql`SELECT class FROM clicks WHERE id = ${clickId}`);
    await expect.poll(stored).toHaveLength(1);
    classes.push(first(await stored()).class);
  };
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await act<{ id: number }>("PUT black-list-ip", { ip: VISITOR });
    await click();
    if (round % 2 === 0) await act(`DELETE black-list-ip/${id}`);
    else await act("POST black-list-ip/delete-by-value", { ips: [VISITOR] });
    await click();
  }
  expect(classes).toEqual(Array.from({ length: 2 * ROUNDS }, (_, index) => (index % 2 === 0 ? 2 : 0)));
});

test("a copy of links without a database response blocks no operation, and is current again once it gets one [TRACK-19]", async () => {
  const { DATABASE_URL = "" } = config();
  const line = await aLine(DATABASE_URL);
  overrideConfig({ DATABASE_URL: line.url });
  const watch = await watchLinks();
  overrideConfig({ DATABASE_URL });
  const before = watch.current().version;
  line.fallSilent();
  // Without a limit it would wait as long as the connection is silent.
  await Promise.all([writeTransaction(markLinksChanged), writeTransaction(markLinksChanged)]);
  expect(watch.current().version).toBe(before);
  await line.cut();
  await line.mend();
  await expect.poll(() => watch.current().version).toBe(before + 2);
  await watch.close();
  await line.cut();
});
