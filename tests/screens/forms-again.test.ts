import { expect, test } from "vitest";
import { type DemoAccount, screens } from "../browser/screens";
import { type Part, pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";

/** Every form, refused or met by another save: what was typed, ticked and chosen is in its fields again. */

type Entries = [name: string, value: string][];

const { as } = aScreenWorld({ demo: true, people: ["super", "admin", "manager", "agent"] });

/** The entries that a browser would send for the form, without files and the submit button. */
function entriesOf(form: Part): Entries {
  return form.fields.flatMap((field): Entries => {
    const [name, type] = [field.attr("name"), field.attr("type")];
    if (!name || field.is("button, :disabled, [type=file]")) return [];
    if ((type === "checkbox" || type === "radio") && field.attr("checked") === undefined) return [];
    if (field.is("select"))
      return [[name, (field.one("option[selected]") ?? field.one("option"))?.attr("value") ?? ""]];
    return [[name, field.is("textarea") ? field.text : (field.attr("value") ?? (type === "checkbox" ? "on" : ""))]];
  });
}

const TEXT = ":is(input:not([type]), [type=text], [type=email], [type=search])";

/** The form as a person changes it: other ticks, and with `texts` the last choice, and a word in each text. */
function changed(form: Part, { texts = true } = {}): Entries {
  const ticks = new Map<string, number>();
  return form.fields.flatMap((field): Entries => {
    const [name, type, value] = [field.attr("name"), field.attr("type"), field.attr("value") ?? "on"];
    if (!name || field.is("button, :disabled, [type=file]")) return [];
    if (type === "hidden") return [[name, value]];
    if (type === "checkbox") {
      const tick = ticks.get(name) ?? 0;
      ticks.set(name, tick + 1);
      // Of a group, every other one; of single ones, the opposite.
      const isGroup = form.all(`[type=checkbox][name="${name}"]`).length > 1;
      return (isGroup ? tick % 2 === 0 : field.attr("checked") === undefined) ? [[name, value]] : [];
    }
    if (!texts) return entriesOf(form).filter(([other]) => other === name);
    if (type === "radio") {
      return form.all(`[name="${name}"]:not(:disabled)`).at(-1)?.attr("value") === value ? [[name, value]] : [];
    }
    if (field.is("select")) return [[name, field.all("option:not(:disabled)").at(-1)?.attr("value") ?? ""]];
    if (field.is("textarea")) return [[name, `${field.text}<p>more & more</p>`]];
    return [[name, type === "password" ? "p" : `${field.attr("value") ?? ""}z`]];
  });
}

/** Comparable entries: those that a page may show again and that are the person's. */
const OWN = /password|token|secret|totp|captcha|^(formId|version|base|back|intent)$/i;
const shown = (entries: Entries) => entries.filter(([name]) => !OWN.test(name));

/** The same for what is stored: an unticked bonus has no amounts. */
const saved = (entries: Entries) => shown(entries).filter(([name]) => !/^bonus[A-Z]/.test(name));

const formOf = (html: string, id: string): Part | undefined => pageOf(html).one(`form.form[method="post"][id="${id}"]`);

/** Forms that refuse nothing that a person could type. */
const NEVER_REFUSED = [
  "/app/settings/options",
  "/app/settings/black-list-ip/delete",
  "/app/news/edit",
  "/app/news/alerts",
  "/app/links/",
];
/** Longer than any field but formatted text takes. */
const TOO_LONG = "z".repeat(21_000);

test("a refused form shows what was typed, ticked and chosen, on every screen [ERR-05]", async () => {
  const seen = new Set<string>();
  const wrong: unknown[] = [];
  /** Browsers silently cut what is pasted into these. */
  const cutting: string[] = [];
  let groups = 0;
  for (const { route, path, accounts } of screens) {
    const account = accounts[0];
    if (
      !account ||
      route.endsWith("confirm") ||
      route === "app.spike" ||
      NEVER_REFUSED.some((never) => path.startsWith(never))
    )
      continue;
    const visitor = as(account);
    const page = pageOf((await visitor.get(path)).html);
    for (const form of page.all('form.form[method="post"][id]')) {
      const text = form.fields.find((field) => field.is(`${TEXT}, textarea`) && !field.is(":disabled"));
      const id = form.attr("id") ?? "";
      if (!text || seen.has(`${route} ${id}`) || form.has("[type=file]")) continue;
      seen.add(`${route} ${id}`);
      cutting.push(...form.all("[maxlength]").map((field) => `${path} ${field.attr("name")}`));
      if (form.has(".choices [type=checkbox]")) groups += 1;
      const sent = changed(form).map(([name, value]): [string, string] => [
        name,
        name === text.attr("name") ? TOO_LONG : value,
      ]);
      const [intent] = form.all("button[name][value]");
      if (intent && !form.has('[type=hidden][name="intent"]'))
        sent.push([intent.attr("name") ?? "", intent.attr("value") ?? ""]);
      const answer = await visitor.post(form.attr("action") ?? path, sent);
      const again = formOf(answer.html, id);
      const lost = again ? difference(shown(sent), shown(entriesOf(again))) : answer.status;
      if (answer.status !== 422 || lost !== "") wrong.push([path, id, answer.status, lost]);
    }
  }
  expect(wrong).toEqual([]);
  expect(cutting).toEqual([]);
  expect(seen.size).toBeGreaterThan(15);
  expect(groups).toBeGreaterThan(4);
});

/** The entries that only one of them has, as text. */
function difference(sent: Entries, again: Entries): string {
  const [own, other] = [sent, again].map((list) => list.map(([name, value]) => `${name}=${value.slice(0, 40)}`).sort());
  const lost = own!.filter((entry) => !other!.includes(entry));
  const added = other!.filter((entry) => !own!.includes(entry));
  return [...lost.map((entry) => `-${entry}`), ...added.map((entry) => `+${entry}`)].join(" ");
}

/** Each form of a record: a text that both change, and the two values. */
const records: readonly [path: string, field: string, theirs: string, yours: string, account?: DemoAccount][] = [
  ["/app/offices/edit/11", "officeName", "Theirs Office", "Yours Office"],
  ["/app/agents/edit/1", "firstName", "Theirs", "Yours"],
  ["/app/admins/edit/2", "email", "theirs@example.org", "yours@example.org"],
  ["/app/sites/edit/1", "contactName", "Theirs", "Yours"],
  ["/app/sites/1/types/edit/1", "typealias", "theirs", "yours"],
  ["/app/offices/domains/1", "description", "Theirs", "Yours"],
  ["/app/site-manuals/edit/1", "title", "Theirs", "Yours"],
  ["/app/news/edit", "html", "<p>Theirs</p>", "<p>Yours</p>"],
  ["/app/news/alerts", "html", "<p>Theirs</p>", "<p>Yours</p>"],
  ["/app/profile/webhooks/1", "name", "Theirs", "Yours"],
  ["/app/profile", "email", "theirs2@example.org", "yours2@example.org", "admin"],
  ["/app/profile", "manFirstName", "Theirs", "Yours", "manager"],
];

const versioned = (html: string): Part => pageOf(html).one('form.form:has([name="version"])')!;
const replaced = (entries: Entries, field: string, value: string): Entries =>
  entries.map(([name, old]) => [name, name === field ? value : old]);
/** The form with other ticks, and nothing else changed. */
const ticked = (form: Part): Entries => changed(form, { texts: false });

test.each(records)(
  "two people save %s: what one of them changed is kept, and only %s is asked about if both changed it [TRUST-09]",
  async (path, field, theirs, yours, account = "super") => {
    const visitor = as(account);
    const open = async () => versioned((await visitor.get(path)).html);
    const save = (entries: Entries) => visitor.post(path, entries);

    // Both change the same field; you tick other boxes too.
    let mine = await open();
    const sent = replaced(ticked(mine), field, yours);
    expect((await save(replaced(entriesOf(await open()), field, theirs))).status).toBe(302);
    const met = await save(sent);
    expect([met.status, met.headers.get("location")]).toEqual([422, null]);
    const page = pageOf(met.html);
    expect(page.all('section[aria-label="Your changes and the saved version"] tbody tr')).toHaveLength(1);
    expect(page.all("main form input:disabled").filter((field) => !field.attr("value"))).toEqual([]);
    const again = versioned(met.html);
    expect(difference(shown(sent), shown(entriesOf(again)))).toBe("");
    expect((await save(entriesOf(again))).headers.get("location")).not.toBeNull();
    expect(difference(saved(sent), saved(entriesOf(await open())))).toBe("");

    // Each changes something else: both are kept without a question.
    mine = await open();
    expect((await save(replaced(entriesOf(await open()), field, theirs))).status).toBe(302);
    const own = ticked(mine);
    const kept = await save(own);
    expect([kept.status, pageOf(kept.html).failure]).toEqual([302, undefined]);
    const [list = "", row] = (kept.headers.get("location") ?? "").split("#");
    if (row?.startsWith("r")) expect(pageOf((await visitor.open(list)).html).has(`tr[id="${row}"]`)).toBe(true);
    expect(difference(saved(replaced(own, field, theirs)), saved(entriesOf(await open())))).toBe("");
  },
);

test("boxes that two people ticked in one group are merged, one by one [TRUST-09]", async () => {
  const visitor = as("super");
  const path = "/app/offices/edit/11";
  const open = async () => versioned((await visitor.get(path)).html);
  const sites = (entries: Entries) =>
    entries.filter(([name, value]) => name === "siteIds" && value !== "").map(([, id]) => id);
  const start = entriesOf(await open());
  const [first, second, ...rest] = sites(start);
  const without = (id: string | undefined) => start.filter(([name, value]) => name !== "siteIds" || value !== id);
  const mine = entriesOf(await open());
  expect((await visitor.post(path, without(first))).status).toBe(302);
  expect(
    (
      await visitor.post(
        path,
        mine.filter(([name, value]) => name !== "siteIds" || value !== second),
      )
    ).status,
  ).toBe(302);
  expect(sites(entriesOf(await open())).sort()).toEqual(rest.sort());
});

test("a form whose opened values were damaged is a conflict like one without them, and never a fault [TRUST-09]", async () => {
  const visitor = as("super");
  const path = "/app/offices/edit/12";
  const open = async () => entriesOf(versioned((await visitor.get(path)).html)).filter(([name]) => name !== "formId");
  const stale = await open();
  const typed = replaced(stale, "manLastName", "Changed");
  expect((await visitor.post(path, replaced(stale, "manFirstName", "Other"))).status).toBe(302);
  for (const base of ["", "x", "[]", "null", '{"siteIds":["x"],"manLastName":"x"}', '{"manLastName":1,"siteIds":{}}'])
    expect([base, (await visitor.post(path, replaced(typed, "base", base))).status]).toEqual([base, 422]);
});

test("a new agent is in sight on its page of the list, and who may approve is offered that [AGENT-15, ERR-13]", async () => {
  const add = async (account: DemoAccount, username: string) => {
    const visitor = as(account);
    const form = pageOf((await visitor.get("/app/agents/create")).html).one("form.form")!;
    const typed = { firstName: "Zoe", lastName: "Zed", username, password: "a-good-password-1" };
    const sent = replaced(entriesOf(form), "passwordConfirm", typed.password).map(([name, value]): [string, string] => [
      name,
      name === "officeId" ? "1" : (typed[name as keyof typeof typed] ?? value),
    ]);
    const done = await visitor.post("/app/agents/create", sent);
    expect([done.status, pageOf(done.html).failure]).toEqual([302, undefined]);
    const [list = "", row] = (done.headers.get("location") ?? "").split("#");
    const shown = await visitor.open(list);
    expect([shown.path, row]).toEqual([expect.stringMatching(/[?&]page=[1-9]/), expect.stringMatching(/^r\d+$/)]);
    const page = pageOf(shown.html);
    expect(page.one(`tr[id="${row}"]`)?.text).toContain(username);
    return page;
  };
  const approver = await add("super", "zzoe");
  expect(approver.notice).toBe(
    "Success Operation Complete. Zoe Zed was added and can sign in once you approve the account. Approve now",
  );
  expect(approver.link("Approve now")).toMatch(/^\/app\/unapprove\/confirm\?intent=approve&ids=\d+$/);
  expect(approver.has(".toast.success")).toBe(false);
});
