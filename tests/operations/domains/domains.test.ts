import { expect, test } from "vitest";
import { create, list, read, setStatus, update } from "../../../server/domains";
import { queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { inRollback } from "../../world/database";
import { auditOf } from "../offices/world";

const inEmpty = (body: (boss: Awaited<ReturnType<typeof aSuperadmin>>["actor"]) => Promise<void>) =>
  inRollback(async () => {
    await execute(sql`UPDATE offices SET preferred_domain_id = NULL`);
    await execute(sql`DELETE FROM domains`);
    await body((await aSuperadmin()).actor);
  });

test("a domain has id, domain, description, hidden, the offices that prefer it and a version [DOMAIN-14, DOMAIN-09, API-93, API-94, API-95]", () =>
  inEmpty(async (boss) => {
    const made = await ask(create, boss, { domain: "https://b.example" });
    expect(made).toEqual({
      ...{ id: made.id, domain: "https://b.example", description: "", hidden: false, companies: [], version: 1 },
    });
    const first = await ask(create, boss, { domain: "https://A.example", description: " note ", hidden: true });
    const south = await anOffice({ officeName: "south", preferredDomainId: made.id });
    const north = await anOffice({ officeName: "North", preferredDomainId: made.id, active: false });
    const offices = [
      { id: north.id, officeName: "North" },
      { id: south.id, officeName: "south" },
    ];
    const stored = { ...made, companies: offices };
    expect(await ask(list, boss)).toEqual([
      { ...first, domain: "https://a.example", description: "note", hidden: true },
      stored,
    ]);
    expect(await ask(read, boss, { id: made.id })).toEqual(stored);
    const { actor: admin } = await anAdmin({ showSuspend: false });
    expect((await ask(list, admin))[1]?.companies).toEqual([offices[1]]);
    expect(await auditOf("domain", made.id)).toEqual([
      {
        ...{ operation: "domains.create", before: null },
        after: { domain: "https://b.example", description: "", hidden: false },
      },
    ]);
  }));

test("admins can only read the list, and lower roles cannot [ROLE-12, ROLE-15, API-93]", () =>
  inEmpty(async (boss) => {
    const { id } = await ask(create, boss, { domain: "https://a.example" });
    const { actor: admin } = await anAdmin();
    expect(await ask(list, admin)).toHaveLength(1);
    const lower = [(await anOffice()).actor, (await anAgent()).actor];
    for (const actor of lower) expect(await refused(list, actor)).toEqual({ status: 403 });
    for (const actor of [admin, ...lower]) {
      expect(await refused(read, actor, { id })).toEqual({ status: 403 });
      expect(await refused(create, actor, { domain: "https://c.example" })).toEqual({ status: 403 });
      expect(await refused(update, actor, { id, description: "x" })).toEqual({ status: 403 });
      expect(await refused(setStatus, actor, { ids: [id], hidden: true })).toEqual({ status: 403 });
    }
  }));

test.each([
  ["https://links.example", "https://links.example"],
  ["  HTTP://Links.Example/a/b?c=d#e ", "http://links.example"],
  ["https://links.example:443/", "https://links.example"],
  ["http://links.example:8080", "http://links.example:8080"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["http://[::1]:3000/x", "http://[::1]:3000"],
  [`https://${"a".repeat(63)}.example`, `https://${"a".repeat(63)}.example`],
])("%s is stored as its origin %s [DOMAIN-05]", (typed, stored) =>
  inEmpty(async (boss) => {
    expect((await ask(create, boss, { domain: typed })).domain).toBe(stored);
  }),
);

const address = "Please enter a web address such as https://example.org.";
test.each([
  ["", "Please fill in this field."],
  ["   ", "Please fill in this field."],
  ["https://", address],
  ["links.example", address],
  ["//links.example", address],
  ["https:links.example", address],
  ["https:///links.example", address],
  ["ftp://links.example", address],
  ["javascript:alert(1)", address],
  ["javascript://links.example/%0aalert(1)", address],
  ["data:text/html,<script>alert(1)</script>", address],
  ["https://good.example@evil.example", address],
  ["https://user:pass@links.example", address],
  ["https://good.example\\@evil.example", address],
  ["https://good.example\\evil.example", address],
  ["https://links.example/\\evil.example", address],
  ["https://links .example", address],
  ["https://links.exa\tmple", address],
  ["https://links.example\nhttps://evil.example", address],
  [
    "https://links.exa\u202emple",
    "This text contains the invisible character U+202E. Please delete it or type the text again.",
  ],
  ["https://%6cinks.example", address],
  ["https://2130706433", address],
  ["https://0x7f.1", address],
  ["https://127.1", address],
  ["https://-links.example", address],
  ["https://links..example", address],
  ["https://links.example.", address],
  ["https://*.example", address],
  ["https://<script>.example", address],
  ["https://links.example:99999", address],
  ["https://links.example:0", address],
  ["https://links.example:x", address],
  [`https://${"a".repeat(64)}.example`, address],
  [`https://links.example/${"x".repeat(234)}`, "Please use at most 255 characters."],
  ["https://links.example\0", "Please use readable characters only."],
])("%j is refused at its field with a hint on what to enter, and nothing is stored [DOMAIN-05]", (typed, message) =>
  inEmpty(async (boss) => {
    expect(await refused(create, boss, { domain: typed })).toEqual({ status: 422, data: { domain: [message] } });
    const { id } = await ask(create, boss, { domain: "https://a.example" });
    expect(await refused(update, boss, { id, domain: typed })).toEqual({ status: 422, data: { domain: [message] } });
    expect(await ask(list, boss)).toHaveLength(1);
  }),
);

test.each([
  [{}, ["domain"]],
  [{ domain: 1 }, ["domain"]],
  [{ domain: "https://a.example", description: "x".repeat(1_001) }, ["description"]],
  [{ domain: "https://a.example", description: null }, ["description"]],
  [{ domain: "https://a.example", hidden: "yes" }, ["hidden"]],
  [{ domain: ["https://a.example"], hidden: 2 }, ["domain", "hidden"]],
])("%j is refused at its fields", (given, fields) =>
  inEmpty(async (boss) => {
    const { status, data } = await refused(create, boss, given);
    expect([status, Object.keys(data as object).sort()]).toEqual([422, fields]);
  }),
);

test("an origin can be listed only once, in any spelling", () =>
  inEmpty(async (boss) => {
    await ask(create, boss, { domain: "https://a.example", description: "x".repeat(1_000) });
    const told = { status: 422, data: { domain: ["This domain is already on the list."] } };
    expect(await refused(create, boss, { domain: "https://A.EXAMPLE:443/x" })).toEqual(told);
    const other = await ask(create, boss, { domain: "http://a.example" });
    expect(await refused(update, boss, { id: other.id, domain: "https://a.example/" })).toEqual(told);
    expect(await ask(update, boss, { id: other.id, domain: "http://a.example" })).toMatchObject({ version: 2 });
  }));

test("an update keeps the fields left out and is audited; an outdated version is refused [DOMAIN-14, API-96]", () =>
  inEmpty(async (boss) => {
    const { id } = await ask(create, boss, { domain: "https://a.example", description: "old" });
    const changed = await ask(update, boss, { id, domain: "https://b.example/x", version: 1 });
    expect(changed).toMatchObject({ domain: "https://b.example", description: "old", hidden: false, version: 2 });
    expect((await auditOf("domain", id)).at(-1)).toEqual({
      operation: "domains.update",
      before: { domain: "https://a.example" },
      after: { domain: "https://b.example" },
    });
    expect(await refused(update, boss, { id, description: "mine", version: 1 })).toEqual({
      ...{ status: 409, data: { current: changed } },
    });
    expect(await ask(update, boss, { id, description: "mine" })).toMatchObject({ description: "mine", version: 3 });
    expect(await refused(update, boss, { id: 2_147_483_647, description: "x" })).toEqual({ status: 404 });
    expect(await refused(read, boss, { id: 2_147_483_647 })).toEqual({ status: 404 });
  }));

test("several domains can be hidden or shown together; those already in that state do not change [DOMAIN-09, API-97]", () =>
  inEmpty(async (boss) => {
    const made = [];
    for (const name of ["a", "b", "c"]) made.push((await ask(create, boss, { domain: `https://${name}.example` })).id);
    const [a = 0, b = 0, c = 0] = made;
    expect(await ask(setStatus, boss, { ids: [a, b, a], hidden: true })).toEqual({ updated: 2 });
    expect(await ask(setStatus, boss, { ids: [a], hidden: true })).toEqual({ updated: 1 });
    const standing = () => queryRows(sql`SELECT hidden, version FROM domains ORDER BY domain`);
    expect(await standing()).toEqual([
      { hidden: true, version: 2 },
      { hidden: true, version: 2 },
      { hidden: false, version: 1 },
    ]);
    expect((await auditOf("domain", a)).slice(1)).toEqual([
      { operation: "domains.setStatus", before: { hidden: false }, after: { hidden: true } },
    ]);
    expect(await ask(setStatus, boss, { ids: [a, c], hidden: false })).toEqual({ updated: 2 });
    expect(await refused(setStatus, boss, { ids: [a, 2_147_483_647], hidden: true })).toEqual({ status: 404 });
    expect(await refused(setStatus, boss, { ids: Array.from({ length: 501 }, (_, i) => i + 1), hidden: true })).toEqual(
      {
        ...{ status: 422, data: { ids: ["Please select at most 500 rows."] } },
      },
    );
    expect((await standing())[0]).toEqual({ hidden: false, version: 3 });
  }));

test("no call can hide the last active domain, alone or together with others [DOMAIN-12, API-97]", () =>
  inEmpty(async (boss) => {
    const { id: a } = await ask(create, boss, { domain: "https://a.example" });
    const { id: b } = await ask(create, boss, { domain: "https://b.example" });
    await ask(create, boss, { domain: "https://c.example", hidden: true });
    expect(await refused(setStatus, boss, { ids: [a, b], hidden: true })).toEqual({ status: 409 });
    await ask(update, boss, { id: a, hidden: true });
    expect(await refused(setStatus, boss, { ids: [b], hidden: true })).toEqual({ status: 409 });
    expect(await refused(update, boss, { id: b, hidden: true, description: "x" })).toEqual({ status: 409 });
    expect(await ask(update, boss, { id: b, hidden: false })).toMatchObject({ hidden: false, description: "" });
    await expect(ask(setStatus, boss, { ids: [b], hidden: true })).rejects.toThrow("Need at least one active domain");
    // Hiding a hidden domain leaves the active ones active.
    expect(await ask(setStatus, boss, { ids: [a], hidden: true })).toEqual({ updated: 1 });
  }));
