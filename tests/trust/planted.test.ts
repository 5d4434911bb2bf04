import { afterAll, beforeAll, expect, test } from "vitest";
import * as agents from "../../server/agents";
import * as identity from "../../server/identity";
import { identifier, sql } from "../../server/kernel/database/sql";
import { queryRows, readTransaction } from "../../server/kernel/database/transactions";
import type { AnyOperation, CallOrigin } from "../../server/kernel/operation/operation";
import { perform, setJournal } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import { openJournal } from "../../server/logs";
import { saveOwn } from "../../server/payouts";
import { createDeveloperLink, makeSecret } from "../../server/sites";
import { create as createEndpoint, rotateSecret, update as updateEndpoint } from "../../server/webhooks";
import { enrolled, later } from "../operations/identity/two-step";
import { aPerson, askerOf, bearerOf, from, type Person, signIn } from "../operations/identity/world";
import { aSite } from "../world/builders";
import { aDatabase } from "../world/database";
import { waitingMailsTo } from "../world/waiting-mails";

/** Values that nobody who copies the database may read, by how they came into the product. */
const planted: Record<string, string> = {};
/** The columns in which a value is stored because the product has to show it or send to it. */
const FAILURES = {
  column: "sign_in_failures.username",
  why: "the limit of tries counts by name, also by one that no account has; a sweep deletes the row within hours",
};
const EXPECTED: Record<string, { column: string; why: string }> = {
  "the path of a webhook": {
    column: "webhook_endpoints.url",
    why: "events are sent to the whole address, and its owner sees and changes it; logs and audit keep its host only",
  },
  "a password typed as a name": FAILURES,
  "a password typed as a name to forget": FAILURES,
};

const request = (more: Partial<CallOrigin> = {}): CallOrigin => ({
  ...from(),
  method: "POST /api/x",
  query: {},
  ...more,
});
const run = (
  operation: AnyOperation,
  actor: Actor | null,
  input: Record<string, unknown>,
  more?: Partial<CallOrigin>,
) => perform(operation, actor, input, request(more)) as Promise<Record<string, string>>;
const refused = (...args: Parameters<typeof run>) =>
  run(...args).then(
    () => expect.fail("accepted"),
    () => undefined,
  );

let people: { boss: Person; agent: Person };
let journal: ReturnType<typeof openJournal>;

beforeAll(async () => {
  await (await aDatabase()).enter();
  journal = openJournal();
  setJournal(journal.record);
  people = { boss: await aPerson("superadmin"), agent: await aPerson("agent") };
  await plantCredentials();
  await plantTokens();
  await plantInWrongPlaces();
  setJournal(() => undefined);
  await journal.close();
});
afterAll(() => setJournal(() => undefined));

const actorOf = async (who: Person, password?: string) => (await askerOf(await bearerOf(who, password))) as Actor;

async function plantCredentials(): Promise<void> {
  const { boss, agent } = people;
  const [given, own] = ["planted-given-heron-77", "planted-own-kettle-78"];
  Object.assign(planted, { "a password that somebody else set": given, "one's own password": own });
  await run(agents.update, await actorOf(boss), { id: agent.agentId, password: given, passwordConfirm: given });
  const actor = await actorOf(agent, given);
  const change = { password: own, passwordConfirm: own };
  await run(identity.profile.agent.update as AnyOperation, actor, change, {
    once: "a-key-of-the-form",
    sameInput: true,
  });
  const destination = "planted-0917-555-0123";
  planted["the destination of payouts"] = destination;
  const again = await actorOf(agent, own);
  await run(saveOwn as AnyOperation, again, { method: "e-wallet", details: destination, password: own, totp: "" });
  const { bearer, recoveryCodes } = await enrolled(agent, own);
  planted["a session that turned on the second step"] = bearer;
  for (const [index, code] of recoveryCodes.entries()) planted[`recovery code ${index}`] = code;
  const typed = recoveryCodes.map((code) => code.replaceAll("-", ""));
  for (const [index, code] of typed.entries()) planted[`recovery code ${index} without dashes`] = code;
  await later(60, () => run(identity.login, null, { username: agent.username, password: own, totp: typed[0] }));
  const other = await actorOf(await aPerson("agent"));
  const { secret } = await run(identity.twoStep.begin, other, {});
  planted["the secret of an app"] = secret ?? "";
}

async function plantTokens(): Promise<void> {
  const { boss } = people;
  const bearer = await bearerOf(boss);
  planted["a session of a program"] = bearer;
  const actor = (await askerOf(bearer)) as Actor;
  planted["a session of a browser"] = (await signIn(boss, undefined, from("form"))).token;
  for (const kind of ["client", "browser"]) {
    const { token } = await run(identity.remoteTokens.create, actor, { kind }, { once: `a-key-for-${kind}` });
    planted[`a token: ${kind}`] = token ?? "";
    planted[`a session that it opened: ${kind}`] = (await run(identity.loginRemote, null, { token })).token ?? "";
  }
  const { username, email } = people.agent;
  await run(identity.forgot, null, { username, email });
  planted["a mailed link"] = /token=(\S+)/.exec((await waitingMailsTo(email)).join())?.[1] ?? "";
  const { id } = await aSite();
  planted["a link for developers"] = (await run(createDeveloperLink, actor, { id })).url?.split("/").at(-1) ?? "";
  planted["the secret of a site"] = (await run(makeSecret, actor, { id })).secret ?? "";
  const path = "planted-path-of-a-hook-79";
  planted["the path of a webhook"] = path;
  const hook = { name: "A tracker", url: `https://tracker.example/${path}`, events: ["sale.accepted"] };
  const made = await run(createEndpoint, actor, hook);
  planted["the secret of a webhook"] = made.secret ?? "";
  planted["its next secret"] = (await run(rotateSecret, actor, { id: made.id })).secret ?? "";
  await run(updateEndpoint, actor, { id: made.id, url: `https://tracker.example/${path}/2` });
}

async function plantInWrongPlaces(): Promise<void> {
  const value = (name: string) => (planted[name] = `planted-${name.replaceAll(" ", "-")}-80`);
  const { agent, boss } = people;
  await refused(identity.login, null, { username: agent.username, password: value("a wrong password") });
  await refused(identity.login, null, { username: value("a password typed as a name"), password: "x" });
  await run(identity.forgot, null, { username: value("a password typed as a name to forget"), email: "x@example.org" });
  await refused(identity.loginRemote, null, { token: value("an unknown token") });
  const token = value("a token in a query");
  await refused(identity.login, null, {}, { query: { token, returnUrl: `/reset?token=${token}` } });
  const actor = await actorOf(boss);
  await run(identity.me, actor, {}, { query: { note: `https://here.example/remote-login?token=${token}` } });
  await refused(identity.confirm, actor, { password: value("a wrong confirmation") });
  const typed = { password: value("a password in a form after the session") };
  await identity.keptForms.keep(planted["a session of a browser"] ?? "", {
    path: "/app/profile",
    typed,
    omitted: false,
  });
}

/** The forms in which a value may be found: as it is, for addresses, and in hex and base64, wherever it begins. */
function formsOf(value: string): string[] {
  const base64 = ["", "x", "xx"].flatMap((before) => {
    const text = Buffer.from(before + value)
      .toString("base64")
      .replaceAll("=", "");
    // The first and last digits depend on the neighbours.
    const own = text.slice(before.length === 0 ? 0 : before.length + 1, -1);
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [value, encodeURIComponent(value), Buffer.from(value).toString("hex"), ...base64];
}

/** Every row of every table as text, bytes also as the text that they are; by column. */
async function exportAll(): Promise<{ column: string; text: string }[]> {
  const columns = await queryRows<{ table: string; column: string; isBytes: boolean }>(sql`
    SELECT c.table_name AS table, c.column_name AS column, c.data_type = 'bytea' AS "isBytes"
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`);
  const exported: { column: string; text: string }[] = [];
  for (const { table, column, isBytes } of columns) {
    const name = identifier(column);
    const rows = await queryRows<{ text: string }>(
      sql`SELECT ${name}::text AS text FROM ${identifier(table)} WHERE ${name} IS NOT NULL`,
    );
    const text = rows.map((row) => (isBytes ? row.text + asText(row.text) : row.text)).join("\n");
    exported.push({ column: `${table}.${column}`, text });
  }
  return exported;
}
const asText = (hex: string): string => `\n${Buffer.from(hex.slice(2), "hex").toString("latin1")}`;

test("an export of the whole database has no password, token, secret, code or destination that people entered or got", async () => {
  expect(Object.values(planted).filter((value) => value.length < 10)).toEqual([]);
  const exported = await readTransaction(exportAll);
  expect(exported.find(({ column }) => column === "common_log.post_params")?.text).toContain("***");
  const found = Object.entries(planted).flatMap(([name, value]) => {
    const forms = formsOf(value);
    return exported
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map(({ column }) => `${name}: ${column}`);
  });
  expect(found).toEqual(Object.entries(EXPECTED).map(([name, { column }]) => `${name}: ${column}`));
});
