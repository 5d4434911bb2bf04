import type { Page } from "playwright";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { type Answer, send } from "../api/client";
import { aBrowser } from "../world/browser";
import type { Server } from "../world/server";
import { aVisitor, PASSWORD, type Visitor } from "../world/visitor";
import { keep, rowsOf, type Tables } from "./rows-of";

/** One job, done in three ways. Each way fails the test if it is refused. */
export type Job = {
  /** A program's call with the account's bearer: `call("POST offices/status", { ids, active: false })`. */
  call(call: (line: string, body?: unknown) => Promise<Answer>): Promise<unknown>;
  /** A person without scripts: pages and posted forms. */
  form(visitor: Visitor): Promise<unknown>;
  /** A person in Chromium with scripts; resolves once the response is shown. */
  screen(page: Page): Promise<unknown>;
};

export type Ways = {
  /**
   * Does the job in each of the three ways from the current state of the database, and fails unless all of them leave
   * the same rows and change at least one. Returns the names of the changed tables; the database is restored.
   */
  sameRows(job: Job): Promise<string[]>;
};

/** Ways into the server for one account, or, without a username, for people who are signed out. */
export async function threeWays(server: Server, username?: string, password = PASSWORD): Promise<Ways> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  // The database may be dropped while this connection is open.
  client.on("error", () => undefined);
  afterAll(() => client.end());
  const person = aVisitor(server.url);
  const atBrowser = aVisitor(server.url);
  let headers: Record<string, string> = {};
  if (username !== undefined) {
    await person.signIn(username, password);
    await atBrowser.signIn(username, password);
    const { body } = await send(server, "POST auth/login", { username, password });
    headers = { Authorization: `Bearer ${(body as { token: string }).token}` };
  }
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
      const byCall = await after(() => job.call(call));
      const changed = Object.keys(before).filter((table) => !same(before[table], byCall[table]));
      expect(changed, "tables that the job has changed").not.toEqual([]);
      expect(await after(() => job.form(form)), "rows of the form, beside those of the call").toEqual(byCall);
      expect(
        await after(async () => job.screen(await openPage())),
        "rows of the screen, beside those of the call",
      ).toEqual(byCall);
      return changed;
    },
  };
}

const same = (one: readonly string[] = [], other: readonly string[] = []): boolean => one.join() === other.join();
