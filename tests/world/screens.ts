import { beforeAll, expect } from "vitest";
import { DEMO_PASSWORD } from "../../server/processes/demo-accounts";
import { aDatabase } from "./database";
import { aServer, type Server } from "./server";
import { PASSWORD } from "./shared";
import { aVisitor, type Visitor } from "./visitor";

export type ScreenWorld = {
  /** Complete once the hooks before the tests have run. */
  server: Server;
  /** One of the people; anybody else is signed out. */
  as(name: string): Visitor;
  /** The HTML of a page, opened by the first of the people or the one named. Fails the test on another status. */
  open(path?: string, name?: string, status?: number): Promise<string>;
};

type Options = {
  /** Usernames of the accounts that sign in before the tests. */
  people?: readonly string[];
  /** Begins the address of each page that is opened. */
  path?: string;
  /** The demo company instead of an empty database. */
  demo?: boolean;
  /** One process by default, which starts in half of the time. */
  workers?: number;
  env?: Record<string, string>;
};

/** The first demo company of a day is seeded, which takes minutes on a busy machine. */
const START_WITHIN = 600_000;

/**
 * The product over a database of the test file's own, which `fill` fills before the server starts, and people with
 * browsers without scripts.
 */
export function aScreenWorld(
  { people = [], path: base = "", demo = false, workers = 0, ...options }: Options,
  fill?: () => Promise<unknown>,
): ScreenWorld {
  const server = {} as Server;
  const visitors = new Map(people.map((name) => [name, aVisitor(server)]));
  beforeAll(async () => {
    const database = await aDatabase({ demo });
    await database.enter();
    await fill?.();
    Object.assign(server, await aServer({ ...options, demo, workers, database }));
    for (const [name, visitor] of visitors) await visitor.signIn(name, demo ? DEMO_PASSWORD : PASSWORD);
  }, START_WITHIN);
  const as = (name: string): Visitor => visitors.get(name) ?? aVisitor(server);
  return {
    server,
    as,
    async open(path = "", name = people[0] ?? "", status = 200) {
      const visit = await as(name).get(base + path);
      expect(visit.status, visit.html).toBe(status);
      return visit.html;
    },
  };
}
