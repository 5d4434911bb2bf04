import { expect, test } from "vitest";
import { pageOf } from "../world/page";
import { accounts, screens, visitorOf } from "../browser/screens";
import { aVisitor } from "../world/visitor";
import { aScreenWorld } from "../world/screens";

const { server } = aScreenWorld({ demo: true });

/** Records of one kind: their forms and pages. */
const records = [
  ["/app/agents/edit/1", "/app/agents/edit/2"],
  ["/app/agents/1/agent/sites", "/app/agents/2/any/sites"],
  ["/app/admins/edit/1", "/app/admins/edit/2"],
  ["/app/offices/edit/1", "/app/offices/edit/11"],
  ["/app/offices/1/Harbour%20Point/sites", "/app/offices/2/any/sites"],
  ["/app/offices/domains/1", "/app/offices/domains/2"],
  ["/app/sites/edit/1", "/app/sites/edit/2"],
  ["/app/sites/1/types", "/app/sites/2/types"],
  ["/app/sites/1/types/edit/1", "/app/sites/1/types/edit/2"],
  ["/app/site-manuals/edit/1", "/app/site-manuals/edit/2"],
  ["/app/agents/confirm?intent=suspend&ids=1", "/app/agents/confirm?intent=activate&ids=1"],
];

const titleOf = (html: string) => pageOf(html).title;

test("no two screens or records have the same title, so that browser tabs and history stay distinct", async () => {
  const shown = new Map<string, string>();
  const same: string[] = [];
  for (const account of accounts) {
    const visitor = (await visitorOf(server.url, account)).as ?? aVisitor(server.url);
    const own = screens.filter((screen) => screen.accounts[0] === account).map(({ path }) => path);
    for (const path of account === "super" ? [...own, ...records.flat()] : own) {
      const { html, status } = await visitor.get(path);
      // Two pages are only for people who have to replace their password or to set up a second step.
      if (!account && status === 302) continue;
      const title = titleOf(html);
      // The same screen with another query counts as one.
      const place = path.replace(/\?(intent=\w+)?.*/, " $1").trim();
      const before = shown.get(title);
      if (before !== undefined && before !== place) same.push(`${title}: ${before} and ${place}`);
      if (status >= 400 && status !== 401) same.push(`${place}: ${status}`);
      shown.set(title, before ?? place);
    }
  }
  expect(same).toEqual([]);
});
