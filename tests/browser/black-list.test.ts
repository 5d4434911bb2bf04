import { expect, test } from "vitest";
import { anAdmin } from "../world/builders";
import { aBrowser } from "../world/browser";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { sideways, violations } from "./violations";

const LIST = "/app/settings/black-list-ip";

const { server, as } = aScreenWorld({ people: ["adm"] }, async () => {
  await anAdmin({ username: "adm" });
  await db.run`
      INSERT INTO black_list (ip)
      VALUES ('2001:db8:1111:2222:3333:4444:5555:6666'), ('2001:db8:1111:2222:3333:4444:5550:0/108'), ('10.0.0.0/8')`;
});
const visitor = as("adm");

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
