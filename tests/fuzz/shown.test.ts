import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { type DemoAccount, screens } from "../browser/screens";
import { aBrowser } from "../world/browser";
import { LONG } from "../world/long";
import { aVisitor } from "../world/visitor";
import { PASSWORD } from "../world/shared";
import { aCompany, type Company, SECRET } from "./company";
import { becameMarkup, MARK } from "./texts";

/** Hostile stored texts appear on the screens and remain text. */

/** A hostile text as long as the field allows, with the field's name in it. */
const hostile = (field: string, longest = 255): string =>
  [
    `"'><${MARK}><img src=x onerror=hit('${field}')><script>hit('${field}')</script></textarea></title>-->[${field}]`,
    `"><svg onload=hit()>[${field}]`,
    `<b>[${field}]`,
    `<i ${field}`,
  ].find((text) => text.length <= longest) ?? "<a>";
const html = (field: string) =>
  `<p onclick="hit()">[${field}]</p><${MARK}><img src=x onerror=hit()><svg onload=hit()><script>hit()</script><a href="javascript:hit()">x</a>`;

const NAMES: Record<DemoAccount, string> = { super: "chief", admin: "admin", manager: "manager", agent: "agent" };
const accounts = Object.keys(NAMES) as DemoAccount[];
/** The table's paths contain ids of the demo company. */
const here = (path: string) => path.replace("/edit/11", "/edit/1").replace("siteId=12", "siteId=2");

let company: Company;
const visitors = {} as Record<DemoAccount, ReturnType<typeof aVisitor>>;
const stored = new Set<string>();

beforeAll(async () => {
  company = await aCompany();
  const { server, agent, sites } = company;
  const tokens: Record<string, string> = {};
  for (const account of accounts) {
    visitors[account] = aVisitor(server.url);
    await visitors[account].signIn(NAMES[account]);
    const answer = await call("POST auth/login", { username: NAMES[account], password: PASSWORD });
    tokens[account] = ((await answer.json()) as { token: string }).token;
  }
  async function call(line: string, body: object, as?: DemoAccount): Promise<Response> {
    const [method, path] = line.split(" ");
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      body: JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        "User-Agent": hostile("userAgent"),
        ...(as ? { Authorization: `Bearer ${tokens[as]}` } : {}),
      },
    });
    expect([line, answer.status, answer.status < 300 ? "" : await answer.clone().text()]).toEqual([
      line,
      answer.status,
      "",
    ]);
    return answer;
  }
  const store = async (line: string, fields: Record<string, unknown>, as: DemoAccount = "super") => {
    await call(line, fields, as);
    for (const text of Object.values(fields)) {
      const [, field] = /\[(\w+)\]/.exec(String(text)) ?? [];
      if (field) stored.add(field);
    }
  };
  const office = (n: string) => ({
    officeName: hostile(`office${n}`),
    manFirstName: hostile(`manFirst${n}`),
    manLastName: hostile(`manLast${n}`),
    agentNotes: html(`agentNotes${n}`),
  });
  const person = (n: string) => ({
    firstName: hostile(`first${n}`),
    lastName: hostile(`last${n}`),
    campaignId: hostile(`campaign${n}`),
    mustRead: hostile(`mustRead${n}`),
  });
  await store("POST offices/1", office("Other"));
  await store(`POST offices/${agent.companyId}`, office("Own"));
  await store("POST agents/1", person("Other"));
  await store(`POST agents/${agent.id}`, person("Own"));
  await store("POST agents/status", { ids: [2], active: false, reason: hostile("agentReason") });
  await store("POST offices/status", { ids: [2], active: false, reason: hostile("officeReason") });
  await store("POST sites/1", {
    sitename: hostile("sitename", 128),
    shortname: hostile("short", 16),
    abbr: hostile("a", 10),
    contactName: hostile("contact", 64),
    phoneNum: hostile("phone", 64),
    note: hostile("note"),
    url: "https://example.org/?[siteUrl]",
  });
  const [type] = sites[0]!.types;
  await store(`POST types/${type!.id}`, { typename: hostile("typename"), typealias: hostile("typealias") });
  await store("POST preferredDomains/1", { description: hostile("description") });
  await store("POST site-manuals/1", { title: hostile("manualTitle"), html: html("manual") });
  await store("POST news", { html: html("news") });
  await store("POST alerts", { enable: true, html: html("alert") });
  await store(
    "PUT chat-logs",
    { siteId: 1, clientUsername: hostile("client", 64), conversation: hostile("talk") },
    "agent",
  );
  await store("POST auth/remote-tokens", { kind: "client", name: hostile("tokenName", 64) });
  const click = await fetch(
    `${server.url}/api/links/go/1/${type!.id}/${agent.id}?sub1=${encodeURIComponent(hostile("sub1"))}`,
    {
      redirect: "manual",
      headers: {
        "User-Agent": `Mozilla/5.0 (X11; Linux) Firefox/130 ${hostile("clickAgent")}`,
        Referer: `https://example.org/?[referer]"><${MARK}>`,
      },
    },
  );
  expect(click.status).toBe(302);
  const report = new URLSearchParams({ clickid: company.clicks[0]!, event: "sale", secret: SECRET });
  for (const key of ["txid", "email", "reason", "x"]) report.set(key, hostile(key));
  await fetch(`${server.url}/api/postback?${report}`);
});

const today = new Date().toISOString().slice(0, 10);
const rows = screens.flatMap(({ path, accounts: roles }) => roles.map((account) => ({ account, path: here(path) })));
const more = (["super", "admin", "manager", "agent"] as const).flatMap((account) =>
  ["/app/home", "/app/logs/click-outs", "/app/logs/postbacks", "/app/stats/sites?groupBy=detail&print=1"].map(
    (path) => ({
      account,
      path: `${path}${path.includes("?") ? "&" : "?"}start=2026-01-01&end=${today}`,
    }),
  ),
);

test(
  "no stored text becomes markup on any screen of any role [TRUST-19]",
  async () => {
    const seen = new Set<string>();
    // Without escaping, each of the texts would be found.
    expect([hostile("x"), html("x")].map(becameMarkup)).toEqual([true, true]);
    const broken: string[] = [];
    for (const { account, path } of [...rows, ...more]) {
      const { html: page, status } = await visitors[account].get(path);
      if (status >= 500 || becameMarkup(page) || /hit\('\w+'\)<\/script>/.test(page)) broken.push(`${account} ${path}`);
      for (const [, field = ""] of page.matchAll(/\[(\w+)\]/g)) seen.add(field);
    }
    expect(broken).toEqual([]);
    // A field that no screen showed proves nothing.
    expect([...stored].filter((field) => !seen.has(field))).toEqual([]);
  },
  LONG ? 1_800_000 : 300_000,
);

type Watched = { page: Page; hits: string[] };
type Reported = { effectiveDirective: string; blockedURI: string; sourceFile: string };

async function watched(account: DemoAccount): Promise<Watched> {
  const { context, page: open, allowed } = await aBrowser({ as: visitors[account], baseURL: company.server.url });
  const hits: string[] = [];
  await context.exposeFunction("hit", (field: string) => void hits.push(`hit ${field}`));
  await context.exposeFunction("reported", (what: string) => void hits.push(`held back: ${what}`));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI } = event as unknown as Reported;
      (globalThis as unknown as { reported(what: string): void }).reported(`${effectiveDirective} ${blockedURI}`);
    });
  });
  const page = await open();
  page.on("dialog", (dialog) => {
    hits.push(dialog.type());
    void dialog.dismiss();
  });
  allowed(/^console: /);
  return { page, hits };
}

/** The long proof opens every screen for every role, the short one only for its highest role. */
const opened = LONG ? rows : rows.filter(({ path }, i) => rows.findIndex((row) => row.path === path) === i);

test(
  "in a browser no stored text runs, and none is stopped by the policy alone [TRUST-19]",
  async () => {
    const found: string[] = [];
    for (const account of accounts) {
      const { page, hits } = await watched(account);
      for (const { path } of opened.filter((row) => row.account === account)) {
        await page.goto(path);
        await page.locator("main *").evaluateAll((parts) => {
          for (const part of parts.slice(0, 2_000)) {
            for (const event of ["mouseover", "error", "toggle"]) part.dispatchEvent(new Event(event));
          }
        });
        found.push(...hits.splice(0).map((hit) => `${account} ${path}: ${hit}`));
      }
      await page.close();
    }
    expect(found).toEqual([]);
  },
  LONG ? 1_800_000 : 300_000,
);
