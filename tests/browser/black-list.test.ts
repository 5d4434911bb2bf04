import { beforeAll, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin } from "../world/builders";
import { aBrowser } from "../world/browser";
import { aDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { PASSWORD, signedIn, type Visitor } from "../world/visitor";
import { sideways, violations } from "./violations";

const LIST = "/app/settings/black-list-ip";
let server: Server;
let visitor: Visitor;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await anAdmin({ username: "adm", password: PASSWORD });
  await writeTransaction(() =>
    execute(sql`
      INSERT INTO black_list (ip)
      VALUES ('2001:db8:1111:2222:3333:4444:5555:6666'), ('2001:db8:1111:2222:3333:4444:5550:0/108'), ('10.0.0.0/8')`),
  );
  server = await aServer({ database });
  visitor = await signedIn(server.url, "adm");
});

test.each([1280, 320])(
  "the black list screens pass axe and fit %i pixels with the longest addresses [BLACK-02]",
  async (width) => {
    const { page } = await aBrowser({ as: visitor, baseURL: server.url, width });
    const opened = await page();
    await opened.emulateMedia({ reducedMotion: "reduce" });
    for (const path of [LIST, `${LIST}/create`, `${LIST}/delete`, `${LIST}/confirm?intent=delete&ids=1&ids=2`]) {
      await opened.goto(path);
      expect(await violations(opened), path).toEqual([]);
      expect(await sideways(opened), path).toBeLessThanOrEqual(0);
    }
  },
);
