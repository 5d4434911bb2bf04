import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { send, signIn } from "../api/client";
import { asKeeper, databaseUrl } from "../world/keeper";
import { nameOfOne } from "../world/own";
import { pageOf } from "../world/page";
import { LONG } from "../world/long";
import { aPicture } from "../world/pictures";
import { aFailedStart, aFolder, aServer } from "../world/server";
import { SECRETS, PASSWORD } from "../world/shared";
import { aVisitor, signedIn, type Visitor } from "../world/visitor";
import { type Balanced, balance, type Instance, openTwoServers, type TwoServers } from "./two-servers-world";

/** Two servers of the built product on one database, both alive: what one does holds on the other, and once. */

let world: TwoServers;
let a: Instance;
let b: Instance;
let clicks: Balanced | undefined;
beforeAll(async () => {
  world = await openTwoServers();
  ({ a, b } = world);
});
afterAll(async () => {
  await clicks?.stop();
  await world.close();
});

/** The same browser at the other server. */
function at(instance: Instance, browser: Visitor): Visitor {
  const visitor = aVisitor(instance.url);
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value);
  return visitor;
}
const isSignedIn = async (visitor: Visitor) => (await visitor.get("/app/home")).status === 200;

test("a session of one server is valid on the other, and ends there at once with a sign-out or a block", async () => {
  const onA = await signedIn(a.url, "ann");
  const onB = at(b, onA);
  expect(await isSignedIn(onB)).toBe(true);
  expect((await onA.post("/logout", {})).status).toBe(302);
  expect(await isSignedIn(onB)).toBe(false);

  const again = await signedIn(b.url, "ann");
  const [bearer, boss] = [await signIn(b.server, "ann", PASSWORD), await signIn(a.server, "boss", PASSWORD)];
  const call = () => send(b.server, "GET accounts/me", undefined, { Authorization: `Bearer ${bearer}` });
  expect([await isSignedIn(again), (await call()).status]).toEqual([true, 200]);
  const block = { ids: [world.ann.id], loginBlocked: true };
  const asBoss = { Authorization: `Bearer ${boss}` };
  expect((await send(a.server, "POST agents/status", block, asBoss)).status).toBe(200);
  expect([await isSignedIn(again), (await call()).status]).toEqual([false, 401]);
  expect((await send(a.server, "POST agents/status", { ...block, loginBlocked: false }, asBoss)).status).toBe(200);
});

test("a server with another DATA_KEY does not start", async () => {
  const env = { ...SECRETS, DATABASE_URL: world.database.url, DATA_DIR: await aFolder(), PORT: "0", DEMO: "off" };
  const { code, said } = await aFailedStart({
    ...env,
    WORKERS: "1",
    DATA_KEY: "another-data-key-that-is-long-enough",
    LOG_LEVEL: "silent",
  });
  expect([code, said.trim().split("\n").at(-1)]).toEqual([
    1,
    "DATA_KEY is wrong: it takes the secret that this database was first used with.",
  ]);
});

test("a form or call that is repeated at the other server has one effect, and its image is there too", async () => {
  const boss = await signedIn(a.url, "boss");
  const form = pageOf((await boss.get("/app/agents/create")).html);
  const fields = {
    ...{ formId: form.value("formId") ?? "", officeId: String(world.office.id), username: "bo", email: "" },
    ...{ firstName: "Bo", lastName: "Ek", password: "a-good-password", passwordConfirm: "a-good-password" },
  };
  const answers = await Promise.all([boss, at(b, boss)].map((one) => one.post("/app/agents/create", fields)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect(await world.asked("SELECT id FROM accounts WHERE username = 'bo'")).toHaveLength(1);

  const headers = { Authorization: `Bearer ${await signIn(a.server, "boss", PASSWORD)}`, "Idempotency-Key": "one" };
  const blocked = { ip: "203.0.113.7" };
  const [first, repeated] = [
    await send(a.server, "PUT black-list-ip", blocked, headers),
    await send(b.server, "PUT black-list-ip", blocked, headers),
  ];
  expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
  const image = new FormData();
  image.set("image", new Blob([new Uint8Array(await aPicture("png"))]), "picture.png");
  const { Authorization } = headers;
  const { body } = await send(a.server, "POST files/image", image, { Authorization });
  expect((await fetch(b.url + (body as { url: string }).url)).status).toBe(200);
});

test("wrong passwords at both servers count together", async () => {
  const fail = async ({ url }: Instance) =>
    (await aVisitor(url).post("/login", { username: "nobody", password: "x" })).status;
  const statuses: number[] = [];
  for (const one of [a, b, a, b, a, a, b]) statuses.push(await fail(one));
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
});

test("a link that is suspended at one server is suspended at the other within a moment", async () => {
  const [agent] = world.office.agents;
  const answer = async () => {
    const { status, headers } = await fetch(b.url + world.paths[0], { redirect: "manual" });
    return { status, target: headers.get("location")?.split("?")[0] };
  };
  const before = await answer();
  const asBoss = { Authorization: `Bearer ${await signIn(a.server, "boss", PASSWORD)}` };
  const setActive = (active: boolean) => send(a.server, "POST agents/status", { ids: [agent?.id], active }, asBoss);
  await setActive(false);
  await expect.poll(answer).not.toEqual(before);
  await setActive(true);
  await expect.poll(answer).toEqual(before);
});

test("a sale that is reported to both servers at once is booked once, and clicks of both count once", async () => {
  clicks = balance([a.port, b.port], world.paths);
  await clicks.goOn(300);
  await clicks.stop();
  const report = (one: Instance, id: string) =>
    fetch(`${one.url}/api/postback?clickid=${id}&txid=${id}&event=sale&secret=${world.secret}`).then(
      (answer) => answer.json() as Promise<{ verdict: string }>,
    );
  const sold = clicks.acknowledged.slice(0, 50);
  const answers = await Promise.all(sold.map((id) => Promise.all([report(a, id), report(b, id)])));
  const verdicts = answers.map((both) => both.map(({ verdict }) => verdict).sort());
  // On a busy machine one or both are held until the click or the database answers.
  for (const both of verdicts)
    expect([
      ["accepted", "duplicate"],
      ["accepted", "held"],
      ["duplicate", "held"],
      ["held", "held"],
    ]).toContainEqual(both);
  await expect.poll(() => world.asked("SELECT txid FROM sale_events")).toHaveLength(50);
  await expect.poll(() => world.asked("SELECT 1 FROM postbacks WHERE verdict = 'held'")).toEqual([]);
  expect(await world.asked("SELECT DISTINCT txid FROM sale_events")).toHaveLength(50);
  await world.rollUpsEqualRows();
  await expect.poll(() => world.asked("SELECT 1 FROM stats_delta LIMIT 1")).toEqual([]);
  await world.rollUpsEqualRows();
});

test.runIf(LONG)("a pending sale is tried by one of both servers each time it is due", async () => {
  await world.reader.query(`
    CREATE TABLE retries AS SELECT id, next_try_at AS was_due, now() AS at, '' AS idle FROM postbacks LIMIT 0;
    CREATE FUNCTION note_retry() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO retries VALUES
        (OLD.id, OLD.next_try_at, clock_timestamp(), current_setting(''idle_session_timeout'')); RETURN NEW; END';
    CREATE TRIGGER note_retry AFTER UPDATE ON postbacks FOR EACH ROW WHEN (OLD.verdict = 'held') EXECUTE FUNCTION note_retry()`);
  const unknown = Array.from({ length: 60 }, (_, n) => `01890000-0000-7000-8000-0000000000${String(n + 10)}`);
  const report = (id: string) =>
    fetch(`${a.url}/api/postback?clickid=${id}&txid=${id}&event=sale&secret=${world.secret}`);
  await Promise.all(unknown.map(report));
  const tried = "SELECT id FROM retries GROUP BY id HAVING count(*) > 1";
  await expect.poll(() => world.asked(tried)).toHaveLength(unknown.length);
  expect(await world.asked("SELECT * FROM retries WHERE was_due > at")).toEqual([]);
  // The turn of a server that hangs ends.
  expect(await world.asked("SELECT DISTINCT idle FROM retries")).toEqual([{ idle: "8s" }]);
});

test.runIf(LONG)(
  "servers that start at the same time end a temporary sign-in once, and create each partition once",
  async () => {
    await Promise.all(world.both.map((one) => one.server.stop()));
    const { rows } = await world.reader.query<{ month: string }>(`
    SELECT max(inhrelid::regclass::text) AS month FROM pg_inherits
    WHERE inhparent = 'clicks'::regclass AND inhrelid::regclass::text LIKE 'clicks_20%'`);
    await world.reader.query(`DROP TABLE ${rows[0]?.month}`);
    await world.reader.query(`
    UPDATE accounts SET login_blocked = true, login_enabled_until = now() - interval '1 hour' WHERE username = 'ann'`);
    await Promise.all(world.both.map((one) => one.startAgain()));
    const ended = "SELECT id FROM audit WHERE operation = 'accounts.endEnabledLogins'";
    await expect.poll(() => world.asked(ended)).toHaveLength(1);
    expect(await world.asked("SELECT to_regclass($1) AS name", [rows[0]?.month])).toEqual([{ name: rows[0]?.month }]);
    for (const { server } of world.both) expect(server.said()).not.toMatch(/"level":[56]0/);
  },
);

test.runIf(LONG)("servers that start at the same time on an empty database migrate it once", async () => {
  const [server, name] = [inject("server"), nameOfOne()];
  await asKeeper(server, (client) => client.query(`CREATE DATABASE ${name}`));
  const database = { ...world.database, url: databaseUrl(server, name) };
  const started = await Promise.all([aServer({ database }), aServer({ database })]);
  for (const { said } of started) expect(said()).not.toMatch(/"level":[56]0/);
  await Promise.all(started.map((one) => one.stop()));
});

/** Restarts one server after the other while clicks come in; each must be back and ready before the next one goes. */
async function rollingRestart(load: Balanced): Promise<void> {
  for (const one of world.both) {
    await load.goOn();
    expect(await one.server.stop()).toBe(0);
    await load.goOn();
    await one.startAgain();
    await load.goOn();
  }
}

const clickIds = async () => (await world.asked<{ id: string }>("SELECT id FROM clicks")).map(({ id }) => id);

/** Rolling restarts; every click is redirected, and exactly the redirected ones are stored. */
async function answersEveryClick(given: Parameters<typeof balance>[2], rounds: number): Promise<Balanced> {
  const before = new Set(await clickIds());
  const load = (clicks = balance([a.port, b.port], world.paths, given));
  for (let round = 0; round < rounds; round++) await rollingRestart(load);
  await load.stop();
  expect([...load.statuses.keys()]).toEqual([302]);
  const stored = async () => (await clickIds()).filter((id) => !before.has(id));
  await expect.poll(async () => (await stored()).length).toBeGreaterThanOrEqual(load.acknowledged.length);
  expect((await stored()).sort()).toEqual([...load.acknowledged].sort());
  await world.rollUpsEqualRows();
  return load;
}

test("a rolling restart under load answers every click, and stores each once [TRUST-08]", async () => {
  await answersEveryClick({}, LONG ? 5 : 1);
});

test.runIf(LONG)("with DRAIN_SECONDS a balancer that reads /readyz sends nothing to a server that leaves", async () => {
  const draining = await openTwoServers({ DRAIN_SECONDS: "10" });
  await Promise.all(world.both.map((one) => one.server.stop()));
  await world.close();
  [world, { a, b }] = [draining, draining];
  const load = await answersEveryClick({ checks: true }, 2);
  expect(load.moved()).toBe(0);
});
