import type { Page } from "playwright";
import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { type Answer, send } from "../api/client";
import { aBrowser } from "../world/browser";
import type { Server } from "../world/server";
import { aVisitor, type Visitor } from "../world/visitor";
import { PASSWORD } from "../world/shared";
import { keep, rowsOf, type Tables } from "./rows-of";

type Call = (line: string, body?: unknown) => Promise<Answer>;

/** One job, done in three ways. Each way fails the test if it is refused. */
export type Job = {
  /** A program's call with the account's bearer, such as `["POST offices/status", { ids, active: false }]`, or several. */
  call: Parameters<Call> | ((call: Call) => Promise<unknown>);
  /** A person without scripts: one posted form, or pages and forms. */
  form: Parameters<Visitor["post"]> | ((visitor: Visitor) => Promise<unknown>);
  /** A person in Chromium with scripts; resolves once the response is shown. */
  screen(page: Page): Promise<unknown>;
  /** All tables that it changes, in order of their names; unless they are given, any change will do. */
  changes?: string[];
};

export type Ways = {
  /**
   * Does the job in each of the three ways from the current state of the database, and fails unless all of them leave
   * the same rows and change the job's tables. The database is restored.
   */
  sameRows(job: Job): Promise<void>;
};

/** Ways into a test file's server for one account, or, without a username, for people who are signed out. */
export function threeWays(server: Server, username?: string): Ways {
  let client: pg.Client;
  const person = aVisitor(server);
  const atBrowser = aVisitor(server);
  let headers: Record<string, string> = {};
  beforeAll(async () => {
    client = new pg.Client({ connectionString: server.database.url });
    await client.connect();
    // The database may be dropped while this connection is open.
    client.on("error", () => undefined);
    if (username === undefined) return;
    await person.signIn(username);
    await atBrowser.signIn(username);
    const { body } = await send(server, "POST auth/login", { username, password: PASSWORD });
    headers = { Authorization: `Bearer ${(body as { token: string }).token}` };
  });
  afterAll(() => client.end());
  // Chromium's profile is closed after each test, the session is not.
  const openPage = async () => {
    // The end of a way comes before the end of its test, or the database would not be brought back.
    const { page } = await aBrowser({ as: atBrowser, baseURL: server.url });
    return page();
  };
  const call = async (line: string, body?: unknown): Promise<Answer> => {
    const answer = await send(server, line, body, headers);
    expect(answer.status, `${line}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer;
  };
  const form: Visitor = {
    ...person,
    async post(...request) {
      const visit = await person.post(...request);
      expect(visit.status, visit.html).toBe(302);
      return visit;
    },
  };
  return {
    async sameRows(job) {
      const before = await rowsOf(client);
      const back = await keep(client);
      const after = async (way: () => Promise<unknown>): Promise<Tables> => {
        try {
          await way();
          return await rowsOf(client);
        } finally {
          await back();
        }
      };
      const byCall = await after(() => (Array.isArray(job.call) ? call(...job.call) : job.call(call)));
      const changed = Object.keys(before).filter((table) => !same(before[table], byCall[table]));
      expect(changed, "tables that the job has changed").not.toEqual([]);
      if (job.changes) expect(changed).toEqual(job.changes);
      const byForm = await after(() => (Array.isArray(job.form) ? form.post(...job.form) : job.form(form)));
      expect(difference(byForm, byCall), "rows of the form that are not those of the call").toEqual({});
      const byScreen = await after(async () => job.screen(await openPage()));
      expect(difference(byScreen, byCall), "rows of the screen that are not those of the call").toEqual({});
    },
  };
}

/** Each table whose rows differ, with the rows that only one of the ways has left. */
function difference(one: Tables, other: Tables) {
  const only = (here: readonly string[] = [], there: readonly string[] = []) =>
    here.filter((row) => !there.includes(row));
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => !same(one[name], other[name]),
  );
  return Object.fromEntries(
    names.map((name) => [
      name,
      { here: only(one[name], other[name]), call: only(other[name], one[name]), rows: one[name]?.length },
    ]),
  );
}

const same = (one: readonly string[] = [], other: readonly string[] = []): boolean => one.join() === other.join();
