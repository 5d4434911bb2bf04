import type { Page } from "playwright";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { type Answer, send } from "../api/client";
import { aBrowser } from "../world/browser";
import type { Server } from "../world/server";
import { aVisitor, PASSWORD, type Visitor } from "../world/visitor";
import { keep, rowsOf, type Tables } from "./rows-of";

/** One job, as each of the three kinds of people and programs does it. Each fails the test where it is refused. */
export type Job = {
  /** A program's call, as the account: `call("POST offices/status", { ids, active: false })`. */
  call(call: (line: string, body?: unknown) => Promise<Answer>): Promise<unknown>;
  /** A person without scripts: pages and posted forms. */
  form(visitor: Visitor): Promise<unknown>;
  /** A person at Chromium with scripts; done when the answer has come. */
  screen(page: Page): Promise<unknown>;
};

export type Ways = {
  /**
   * Does the job each of the three ways from the state in which the database is now, and fails unless all leave the
   * same rows and some row is another than before. Answers the tables that changed, by name; the database is then as
   * it was.
   */
  sameRows(job: Job): Promise<string[]>;
};

const LONGEST_STEP = 15_000;

/** Ways into the server for one account, or, without a username, for whoever is signed out. */
export async function threeWays(server: Server, username?: string, password = PASSWORD): Promise<Ways> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  // The database may be dropped before its last visitor has left.
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
  // Chromium's profile is closed after each test, its session is not.
  const openPage = async () => {
    const { context, page } = await aBrowser({ as: atBrowser, baseURL: server.url });
    // The end of a way comes before the end of its test, or the database would not be brought back.
    context.setDefaultTimeout(LONGEST_STEP);
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
