import { expect, test } from "vitest";
import { DEMO_PASSWORD, type DemoAccount, screens } from "../../browser/screens";
import { pageOf, type Part } from "../../world/page";
import { type Visit, signedIn } from "../../world/visitor";
import { db } from "../../world/db";
import { aScreenWorld } from "../../world/screens";

type Form = { action: string; fields: [name: string, value: string][]; typed: [name: string, value: string][] };

const isTyped = (field: Part): boolean =>
  field.is("textarea") || (field.is("input") && /^(text|email|url|tel)?$/.test(field.attr("type") ?? ""));

/** The page's forms that have something to type, with a unique text in each field. */
function formsOf({ html, path }: Visit): Form[] {
  const forms = pageOf(html).all('main form[method="post"]');
  return forms.flatMap((form) => {
    const named = form.fields.filter(
      (field) =>
        field.attr("name") &&
        !field.is("select, [disabled], [type=checkbox], [type=radio], [type=file], [type=password]"),
    );
    const fields = named
      .filter((field) => !isTyped(field))
      .map((field): [string, string] => [field.attr("name") ?? "", field.attr("value") ?? ""]);
    const typed = named
      .filter((field) => isTyped(field) && !/totp|password|captcha|token/i.test(field.attr("name") ?? ""))
      .map((field, at): [string, string] => [field.attr("name") ?? "", `7<&${at}`]);
    return typed.length > 0 ? [{ action: form.attr("action") ?? path, fields, typed }] : [];
  });
}

/** The values shown in the fields of this name. */
const shown = (html: string, name: string): string[] =>
  pageOf(html)
    .all(`:is(input, textarea)[name="${name}"]`)
    .map((field) => field.sent ?? "");

const { server } = aScreenWorld({ demo: true });

test("no form of any screen loses what was typed when the session ends", async () => {
  const lost: string[] = [];
  let count = 0;
  for (const account of ["super", "agent"] satisfies DemoAccount[]) {
    const visitor = await signedIn(server.url, account, DEMO_PASSWORD);
    // The widget gallery saves nothing.
    const own = screens.filter(({ route, accounts }) => route !== "app.spike" && accounts.includes(account));
    for (const { path } of own) {
      for (const { action, fields, typed } of formsOf(await visitor.get(path)).slice(0, 2)) {
        await db.run`UPDATE sessions SET expires_at = now()`;
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
});
