import { beforeAll, expect, test } from "vitest";
import { run, writing } from "../../../server/kernel/database";
import { sql } from "../../../server/kernel/sql";
import { DEMO_PASSWORD, type DemoAccount, screens } from "../../browser/screens";
import { aServer, type Server } from "../../world/server";
import { type Visit, signedIn } from "../../world/visitor";

type Form = { action: string; fields: [name: string, value: string][]; typed: [name: string, value: string][] };

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
const isTyped = (tag: string): boolean =>
  tag.startsWith("<textarea") ||
  (tag.startsWith("<input") && /^(text|email|url|tel)?$/.test(attribute(tag, "type") ?? ""));

/** The posted forms of a page that have something to type, with a text of its own typed into each field. */
function formsOf({ html, path }: Visit): Form[] {
  // A list keeps its next row in a template, which is not sent.
  const main = html.slice(html.indexOf("<main")).replaceAll(/<template.*?<\/template>/gs, "");
  return [...main.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].flatMap(([, form = "", inner = ""]) => {
    const id = attribute(form, "id");
    const outside = id === undefined ? [] : [...main.matchAll(new RegExp(`<input[^>]*\\sform="${id}"[^>]*>`, "g"))];
    const tags = [...inner.matchAll(/<(input|textarea|button)\b[^>]*>/g), ...outside].map(([tag]) => tag);
    const named = tags.filter(
      (tag) => attribute(tag, "name") && !/\s(disabled|type="(checkbox|radio|file|password)")/.test(tag),
    );
    const fields = named
      .filter((tag) => !isTyped(tag))
      .map((tag): [string, string] => [attribute(tag, "name") ?? "", attribute(tag, "value") ?? ""]);
    const typed = named
      .filter((tag) => isTyped(tag) && !/totp|password|captcha|token/i.test(attribute(tag, "name") ?? ""))
      .map((tag, at): [string, string] => {
        const most = Number(attribute(tag, "maxlength") ?? 20);
        return [attribute(tag, "name") ?? "", `7<&${at}`.slice(0, most)];
      });
    return typed.length > 0 ? [{ action: attribute(form, "action") ?? path, fields, typed }] : [];
  });
}

/** What the fields of that name show. */
function shown(html: string, name: string): string[] {
  const plain = (text: string) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const tags = [...html.matchAll(/<(input|textarea)\b[^>]*>([^<]*)/g)].filter(
    ([tag]) => attribute(tag, "name") === name,
  );
  return tags.map(([tag, kind, text = ""]) =>
    plain(kind === "textarea" ? text.trim() : (attribute(tag, "value") ?? "")),
  );
}

let server: Server;

beforeAll(async () => {
  server = await aServer({ demo: true });
  await server.database.enter();
}, 300_000);

test("no form of any screen loses what was typed into it when the session ends", async () => {
  const lost: string[] = [];
  let count = 0;
  for (const account of ["super", "agent"] satisfies DemoAccount[]) {
    const visitor = await signedIn(server.url, account, DEMO_PASSWORD);
    // The page of widgets saves nothing.
    const own = screens.filter(({ route, accounts }) => route !== "app.spike" && accounts.includes(account));
    for (const { path } of own) {
      for (const { action, fields, typed } of formsOf(await visitor.get(path)).slice(0, 2)) {
        await writing(() => run(sql`UPDATE sessions SET expires_at = now()`));
        const refused = await visitor.post(action, [...fields, ...typed], { Referer: server.url + path });
        const login = refused.headers.get("location") ?? "";
        const done = await visitor.post(login, { username: account, password: DEMO_PASSWORD });
        const { html } = await visitor.get(done.headers.get("location") ?? "");
        const missing = typed.filter(([name, value]) => !shown(html, name).includes(value)).map(([name]) => name);
        if (missing.length > 0) lost.push(`${account} ${path}: ${missing.join(", ")}`);
        if (!html.includes("You were signed out, so nothing was saved.")) lost.push(`${account} ${path}: no notice`);
        count += 1;
      }
    }
  }
  expect(lost).toEqual([]);
  expect(count).toBeGreaterThan(20);
}, 300_000);
