import { hash } from "@node-rs/argon2";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { aVisitor, type Visitor } from "../world/visitor";
import { db } from "../world/db";
import { PASSWORD } from "../world/shared";
import { ROLES } from "./calls";
import type { Company } from "./company";
import { judge } from "./judge";
import { type FuzzAnswer, type FuzzRequest, hangUp, type Role, send, told } from "./request";
import { changed, sumsOf } from "./tables";

/** Sends requests as the accounts of a company's server and reports the faults of the responses. */
export type Bench = {
  visitors: Record<Role, Visitor>;
  /** The first fault of a request sent alone; undefined if there is none. */
  faultOf(request: FuzzRequest): Promise<string | undefined>;
  /** Sends all requests concurrently. The result maps the index of a request to its fault. */
  faultsOf(requests: readonly FuzzRequest[]): Promise<Map<number, string>>;
  /** How often each status was returned so far. */
  seen: Map<number, number>;
  slowest: { took: number; told: string };
  close(): Promise<void>;
};

const OWN_ADDRESS = "198.51.100.1";
const SLOW = 2_000;
const SIDE_BY_SIDE = 12;
const TRIES = 20;
const CERTAIN = 3;

export async function aBench({ server, database }: Company, { timed }: { timed: boolean }): Promise<Bench> {
  const tokens = new Map<Role, string>();
  const visitors = Object.fromEntries(
    ROLES.map((role) => [role, aVisitor(server.url, { address: OWN_ADDRESS })]),
  ) as Record<Role, Visitor>;
  const client = new pg.Client(database.url);
  client.on("error", () => undefined);
  await client.connect();

  /** Signs in again after a request suspended or locked out the account. */
  async function signIn(role: Role): Promise<void> {
    await visitors[role].signIn(role);
    const body = JSON.stringify({ username: role, password: PASSWORD });
    const headers = { "Content-Type": "application/json", "X-Forwarded-For": OWN_ADDRESS };
    const answer = await fetch(`${server.url}/api/auth/login`, { method: "POST", body, headers });
    tokens.set(role, ((await answer.json()) as { token: string }).token);
  }
  const roles = ROLES.filter((role) => role !== "nobody");
  for (const role of roles) await signIn(role);

  async function letIn(): Promise<void> {
    const password = await hash(PASSWORD, { memoryCost: 64, timeCost: 1 });
    for (const role of roles) {
      const me = await send(server.url, asked(role, "bearer"), as(role, "bearer"));
      const page = await send(server.url, asked(role, "cookie"), as(role, "cookie"));
      if (me.status === 200 && page.status === 200) continue;
      await db.run`
        UPDATE accounts SET active = true, hidden = false, login_blocked = false, approved = true, password_hash = ${password}
        WHERE username = ${role}`;
      // The lockout comes from failed sign-ins of fuzzed requests under this username.
      await db.run`DELETE FROM sign_in_failures WHERE username = ${role}`;
      await signIn(role);
    }
  }
  const asked = (role: Role, by: "bearer" | "cookie"): FuzzRequest => ({
    ...{ line: "", as: role, by, method: "GET", reads: true },
    path: by === "bearer" ? "/api/accounts/me" : "/app/home",
  });

  let next = 0;
  function as(role: Role, by: FuzzRequest["by"], more?: string): Record<string, string> {
    // A separate address per request, so that failed sign-ins throttle no other request.
    const from = { "X-Forwarded-For": `10.${(next >> 16) & 255}.${(next >> 8) & 255}.${next++ & 255}` };
    if (role === "nobody") return from;
    if (by === "bearer") return { ...from, Authorization: `Bearer ${tokens.get(role)}` };
    const cookies = [...[...visitors[role].cookies].map((pair) => pair.join("=")), ...(more ? [more] : [])];
    return { ...from, Cookie: cookies.join("; "), Accept: "text/html" };
  }

  const seen = new Map<number, number>();
  const slowest = { took: 0, told: "" };
  async function ask(request: FuzzRequest): Promise<{ answer?: FuzzAnswer; fault?: string }> {
    try {
      const once = () => send(server.url, request, as(request.as, request.by, request.cookies));
      let answer = await once();
      // The test waits for a machine that is busy with other things; a server that never gets free is at fault.
      for (let tries = 1; tries < TRIES && answer.status === 503 && answer.headers["retry-after"]; tries++) {
        await pause(2_000);
        answer = await once();
      }
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      if (answer.took > slowest.took) Object.assign(slowest, { took: answer.took, told: told(request) });
      return { answer, fault: judge(request, answer) };
    } catch (fault) {
      return { fault: `There was no answer: ${String(fault)}` };
    }
  }

  async function askAll(requests: readonly FuzzRequest[]): Promise<{ answer?: FuzzAnswer; fault?: string }[]> {
    const answers: { answer?: FuzzAnswer; fault?: string }[] = [];
    let begun = 0;
    const work = async () => {
      for (let i = begun++; i < requests.length; i = begun++) answers[i] = await ask(requests[i]!);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    return answers;
  }

  /** Twelve concurrent requests slow each other down: a slow request is repeated alone, and that time counts. */
  async function lateness(request: FuzzRequest, { took }: FuzzAnswer): Promise<string | undefined> {
    if (took <= SLOW) return undefined;
    const alone = (await ask(request)).answer?.took ?? Infinity;
    return alone > SLOW ? `It took ${Math.round(took)} ms, and ${Math.round(alone)} by itself.` : undefined;
  }

  /** Finds which of the requests that must store nothing changed a table, and the tables. */
  async function storedBy(list: readonly number[], requests: readonly FuzzRequest[]): Promise<[number, string][]> {
    const before = await sumsOf(client);
    const answers = await askAll(list.map((i) => requests[i]!));
    const tables = changed(before, await sumsOf(client));
    if (tables.length === 0) return [];
    const still = list.filter((i, place) => isRefused(answers[place]?.answer) || requests[i]!.reads);
    if (still.length === 0) return [];
    // Some requests succeed the second time because their condition has come true: repeat without those.
    if (still.length < list.length) return storedBy(still, requests);
    if (list.length === 1) {
      // Work in the background, late on a busy machine, may have come between: the request must do it each time.
      for (let again = 1; again < CERTAIN; again++) {
        const earlier = await sumsOf(client);
        await askAll([requests[list[0]!]!]);
        if (changed(earlier, await sumsOf(client)).length === 0) return [];
      }
      return [[list[0]!, `It was refused or only read, and changed ${tables.join(", ")}.`]];
    }
    const half = list.length >> 1;
    const found = await storedBy(list.slice(0, half), requests);
    return found.length > 0 ? found : storedBy(list.slice(half), requests);
  }

  async function faultsOf(requests: readonly FuzzRequest[]): Promise<Map<number, string>> {
    const faults = new Map<number, string>();
    const logged = server.said().length;
    const before = await sumsOf(client);
    const answers = await askAll(requests);
    for (const [i, { answer, fault }] of answers.entries()) {
      const late = timed && answer ? await lateness(requests[i]!, answer) : undefined;
      if (fault ?? late) faults.set(i, fault ?? late!);
    }
    if (changed(before, await sumsOf(client)).length > 0) {
      const idle = requests.flatMap(({ reads }, i) => (reads || isRefused(answers[i]?.answer) ? [i] : []));
      for (const [i, fault] of await storedBy(idle, requests)) faults.set(i, faults.get(i) ?? fault);
    }
    const errors = server
      .said()
      .slice(logged)
      .split("\n")
      .filter((line) => /"level":[56]0|^\s+at /.test(line));
    if (errors.length > 0 && faults.size === 0)
      faults.set(-1, `The server wrote: ${errors.join("\n").slice(0, 3_000)}`);
    await letIn();
    return faults;
  }
  return {
    ...{ visitors, seen, slowest, faultsOf },
    faultOf: async (request) => (await faultsOf([request])).values().next().value,
    close: async () => {
      hangUp();
      await client.end();
    },
  };
}

const isRefused = (answer: FuzzAnswer | undefined): boolean =>
  answer !== undefined && (answer.status >= 400 || isSentToSignIn(answer));
const isSentToSignIn = ({ status, headers }: FuzzAnswer) => status === 302 && !!headers.location?.startsWith("/login");
