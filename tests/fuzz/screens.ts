import fc from "fast-check";
import { type DemoAccount, screens as table } from "../browser/screens";
import { pageOf, type Part } from "../world/page";
import type { Visitor } from "../world/visitor";
import { encoded } from "./calls";
import type { FuzzRequest, Role } from "./request";
import { aText } from "./texts";
import { aHostileValue, type Known } from "./values";

/** The screens as each role sees them, the fields of their forms, and requests made from these. */

type Form = {
  as: Role;
  action: string;
  method: "get" | "post";
  fields: [string, string][];
  buttons: [string, string][];
};
export type Crawled = { pages: { as: Role; path: string; names: string[] }[]; forms: Form[] };

const ROLE: Record<DemoAccount, Role> = { super: "chief", admin: "admin", manager: "manager", agent: "agent" };
/** Forms that end the session or change the account's credentials. */
const ENDS = /^\/(logout|app\/profile(\/|$))/;

function formsOf(page: Part, path: string, as: Role): Form[] {
  return page.all("form").map((form) => {
    const named = form.fields.filter((field) => field.attr("name"));
    const sent = (field: Part): [string, string] => [field.attr("name") ?? "", field.attr("value") ?? ""];
    return {
      as,
      action: form.attr("action") ?? path,
      method: form.attr("method") === "post" ? ("post" as const) : ("get" as const),
      fields: named.filter((field) => !field.is("button")).map(sent),
      buttons: named.filter((field) => field.is("button")).map(sent),
    };
  });
}

/** Opens every screen once for each role that may see it. */
export async function crawl(visitors: Readonly<Record<Role, Visitor>>): Promise<Crawled> {
  const crawled: Crawled = { pages: [], forms: [] };
  const seen = new Set<string>();
  for (const { path, accounts } of table) {
    const roles: Role[] = accounts.length > 0 ? accounts.map((account) => ROLE[account]) : ["nobody"];
    for (const as of roles) {
      const { html } = await visitors[as].get(path);
      const query = [...new URL(path, "http://localhost").searchParams.keys()];
      const page = pageOf(html);
      const names = page.all("[name]").flatMap((field) => field.attr("name") || []);
      crawled.pages.push({ as, path: path.split("?")[0] ?? "", names: [...new Set([...query, ...names])] });
      for (const form of formsOf(page, path, as)) {
        const key = JSON.stringify([as, form.action, form.method, form.fields.map(([name]) => name), form.buttons]);
        if (!seen.has(key) && !ENDS.test(form.action)) crawled.forms.push(form);
        seen.add(key);
      }
    }
  }
  return crawled;
}

const OF_SCREENS = ["page", "pageSize", "sortField", "sortAsc", "dateRange", "print", "rand", "hint", "hintWas", "ids"];
const MORE = [
  "intent",
  "selected",
  "back",
  "returnUrl",
  "_data",
  "a[0].b",
  "ids[0]",
  "ids.length",
  "criteria[0].field",
];
const ODD = [
  "__proto__.role",
  "constructor.prototype.role",
  "ids[0]",
  "ids.length",
  "ids.filter",
  "a[1].b.c.d",
  "[]",
  ".",
];

const pairs = (list: readonly [string, string][]) =>
  list.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");

/** A value for a field of that name, valid or arbitrary. */
const valueOf = (name: string, known: Known) =>
  fc.oneof({ arbitrary: aText, weight: 3 }, { arbitrary: (known(name) ?? aText).map(String), weight: 1 });

/** The name itself, or a spelling that some programs parse as nested or as a list item. */
const spelled = (name: string) =>
  fc.constantFrom(...Array<string>(9).fill(name), `${name}.x`, `${name}[0]`, `${name}[0].x`, `${name}[]`);

const somePairs = (names: readonly string[], most: number, known: Known): fc.Arbitrary<[string, string][]> => {
  const one = fc
    .constantFrom(...names)
    .chain((name) => fc.tuple(spelled(name), valueOf(name, known)).map((pair): [string, string] => pair));
  const some = fc.array(one, { minLength: 1, maxLength: most });
  // A field sent twice becomes a list of two values.
  return fc.tuple(some, fc.nat(5)).map(([list, kind]) => (kind === 0 ? [...list, ...list] : list));
};

const baked = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
/** Cookies that the product reads, with forged values. */
const aCookie = fc
  .tuple(fc.constantFrom("toast", "dateRange", "read", "reveal", "lite", "session"), aHostileValue, aText, fc.nat(3))
  .map(([name, value, text, kind]) => {
    const whole = { type: value, heading: value, body: text, screen: text, range: kind === 2 ? value : text };
    return `${name}=${kind === 0 ? encoded(text).slice(0, 500) : baked(kind === 1 ? value : whole).slice(0, 2_000)}`;
  });

const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 6 }, { arbitrary, weight: 1 });

/** Every screen with a query of hostile values. */
export function pages(crawled: Crawled, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...crawled.pages).chain(({ as, path, names }) =>
    fc
      .tuple(
        somePairs([...names, ...names, ...OF_SCREENS, ...MORE, ...ODD], 5, known),
        fc.constantFrom("", "", "", "", "/export.csv", "/confirm", "/%00", "/x", "/1", "/%ff"),
        seldom(fc.constantFrom<Role>("agent", "nobody")),
        seldom(aCookie),
      )
      .map(([query, end, other, cookies]): FuzzRequest => {
        const base = { line: `GET ${path}`, as: other ?? as, by: "cookie" as const, method: "GET", reads: true };
        return { ...base, path: `${path}${end}?${pairs(query)}`, cookies };
      }),
  );
}

const FORM = "application/x-www-form-urlencoded";
/** Browsers send this header with a form on the product's own page. */
const OWN = { "Sec-Fetch-Site": "same-origin" };

/** A form submission with a few values spoiled, fields repeated or left out, and one of its buttons. */
export function posts(crawled: Crawled, known: Known): fc.Arbitrary<FuzzRequest> {
  const forms = crawled.forms.filter(({ method }) => method === "post");
  return fc.constantFrom(...forms).chain(({ as, action, fields, buttons }) => {
    const names = [...fields, ...fields, ...buttons].map(([name]) => name);
    const button = buttons.length > 0 ? fc.constantFrom(...buttons) : fc.constant<[string, string]>(["x", ""]);
    return fc
      .tuple(
        fc.subarray(fields, { minLength: Math.floor(fields.length * 0.7) }),
        somePairs([...names, "intent", "formId", "version", "back", "ids", ...ODD], 4, known),
        button,
        seldom(fc.constantFrom<Role>("agent", "manager", "nobody")),
        fc.nat(19),
      )
      .map(([kept, spoils, pressed, other, kind]): FuzzRequest => {
        const spoiled = new Set(spoils.map(([name]) => name));
        const list = [...kept.filter(([name]) => !spoiled.has(name)), ...spoils, pressed];
        const body = Buffer.from(kind === 0 ? multipart(list) : pairs(list));
        const type = kind === 0 ? "multipart/form-data; boundary=edge" : kind === 1 ? "text/plain" : FORM;
        return {
          ...{
            line: `POST ${action}`,
            as: other ?? as,
            by: "cookie",
            method: "POST",
            path: action,
            body,
            reads: false,
          },
          headers: { ...(kind === 2 ? {} : OWN), "Content-Type": type },
        };
      });
  });
}

const multipart = (list: readonly [string, string][]) =>
  list
    .map(([name, value]) => {
      const quoted = name.toWellFormed().replaceAll(/["\r\n]/g, "_");
      return `--edge\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${value.toWellFormed()}\r\n`;
    })
    .join("") + "--edge--\r\n";
