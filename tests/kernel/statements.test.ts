import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { Office } from "~models";
import { textSchema, nestFields } from "../../server/kernel/operation/text-input";
import { mask } from "../../server/kernel/process/mask";
import { Criteria, limit, matching, orderBy, Paging } from "../../server/kernel/operation/page";
import {
  all,
  always,
  constant,
  likePattern,
  identifier,
  join,
  type RowOf,
  selectColumns,
  sql,
} from "../../server/kernel/database/sql";

test("values are bound, never written into the statement", () => {
  const name = "x'; DROP TABLE accounts; --";
  const inner = sql`username = ${name}`;
  expect(sql`SELECT 1 FROM accounts WHERE ${all([inner, undefined, false, sql`id > ${3}`])}`.bind()).toEqual({
    text: "SELECT 1 FROM accounts WHERE (username = $1) AND (id > $2)",
    values: [name, 3],
  });
  expect(all([]).bind().text).toBe("TRUE");
  expect(join([sql`${1}`, sql`${2}`, sql`${3}`]).bind()).toEqual({ text: "$1, $2, $3", values: [1, 2, 3] });
});

test("only names and whole numbers become text of a statement", () => {
  expect(sql`SELECT sum(${identifier("bonus_sales")}) WHERE flags & ${constant(4)} = 0`.text).toBe(
    "SELECT sum(bonus_sales) WHERE flags & 4 = 0",
  );
  for (const name of ["", "a b", "1a", "a;", "a'", 'a"', "a--"]) expect(() => identifier(name), name).toThrow();
  for (const value of [0.5, Number.NaN, Infinity, 2 ** 53]) expect(() => constant(value), String(value)).toThrow();
  expect(() => sql`SELECT ${1}`.text).toThrow();
});

test("columns come from the model once it is defined, under their attributes, an alias or another name, with their types", () => {
  let fields: Record<string, { field: string }> = {};
  const model = { tableName: "offices", getAttributes: () => fields } as unknown as typeof Office;
  const own = selectColumns(model, ["id", "officeName"]);
  const aliased = selectColumns(model, ["preferredDomainId"], { from: "o", as: { companyId: "id" } });
  const unknown = selectColumns(model, ["manEmail"]);
  fields = {
    ...{ id: { field: "id" }, officeName: { field: "office_name" } },
    ...{ preferredDomainId: { field: "preferred_domain_id" } },
  };
  expect(sql`SELECT ${own}, ${aliased} FROM offices o WHERE id = ${7}`.bind()).toEqual({
    text: `SELECT offices.id AS "id", offices.office_name AS "officeName", o.preferred_domain_id AS "preferredDomainId", o.id AS "companyId" FROM offices o WHERE id = $1`,
    values: [7],
  });
  expect(aliased.pairs.text).toBe("'preferredDomainId', o.preferred_domain_id, 'companyId', o.id");
  expect(() => unknown.text).toThrow("manEmail");
  expectTypeOf<keyof RowOf<typeof own>>().toEqualTypeOf<"id" | "officeName">();
  expectTypeOf<RowOf<typeof own>>().toExtend<{ id: number; officeName: string }>();
  expectTypeOf<RowOf<typeof aliased>>().toExtend<{ preferredDomainId: number | null; companyId: number }>();
});

test("conditions that are always true are left out, and an empty list is TRUE", () => {
  expect(all([always, sql`a`, undefined, all([always, false])]).text).toBe("(a)");
  expect(all([always]).text).toBe("TRUE");
});

test("a search text is matched literally, with % on both sides [WIDGET-34]", () => {
  expect(likePattern("50%_\\off")).toBe("%50\\%\\_\\\\off%");
});

test("paging has defaults and limits [WIDGET-01, WIDGET-02]", () => {
  const Page = Paging(["username", "regTime"], "username");
  expect(Page.parse({})).toEqual({ page: 1, pageSize: 50, sortField: "username", sortAsc: true });
  for (const wrong of [
    { page: 0 },
    { page: 1.5 },
    { page: "1" },
    { pageSize: 0 },
    { pageSize: 501 },
    { sortField: "hash" },
  ]) {
    expect(Page.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
  expect(Page.safeParse({ pageSize: 500, page: 10_000_000 }).success).toBe(true);
  expect(limit({ page: 3, pageSize: 20 }).bind()).toEqual({ text: "LIMIT $1 OFFSET $2", values: [20, 40] });
  const columns = { username: sql`lower(username)`, regTime: sql`registered_at` };
  expect(orderBy(columns, { sortField: "regTime", sortAsc: false }, sql`id`).bind().text).toBe(
    "ORDER BY registered_at DESC NULLS LAST, id DESC",
  );
});

test("criteria come from an allow-list, with or without a table; empty ones are dropped [WIDGET-35]", () => {
  const Search = Criteria(["username", "companies.id"]);
  const parsed = Search.parse([
    { field: "agents.username", comparison: "LIKE", value: "%a%" },
    { field: "username", value: "" },
    { field: "companies.id", operator: "OR", value: 4 },
  ]);
  expect(parsed.map(({ field }) => field)).toEqual(["username", "companies.id"]);
  expect(Search.safeParse([{ field: "password_hash", value: "x" }]).success).toBe(false);
  expect(Search.safeParse([{ field: "username", comparison: "~", value: "x" }]).success).toBe(false);
  const columns = { username: sql`username`, "companies.id": sql`company_id` };
  expect(matching(columns, parsed).bind()).toEqual({
    text: "(username::text ILIKE $1 OR lower(company_id::text) = lower($2))",
    values: ["%a%", "4"],
  });
});

test("texts of forms and addresses are converted only to what the schema expects", () => {
  const schema = z.object({
    page: z.int().default(1),
    active: z.boolean(),
    ids: z.array(z.int()),
    note: z.string().optional(),
    sites: z.array(z.object({ siteId: z.int(), enable: z.boolean() })),
  });
  const form = nestFields([
    ["page", "3"],
    ["active", "on"],
    ["ids", "4"],
    ["ids", "5"],
    ["note", ""],
    ["sites[0].siteId", "7"],
    ["sites[0].enable", "on"],
    ["sites[1].siteId", "8"],
  ]);
  expect(textSchema(schema).parse(form)).toEqual({
    page: 3,
    active: true,
    ids: [4, 5],
    sites: [
      { siteId: 7, enable: true },
      { siteId: 8, enable: false },
    ],
  });
  const { page, ids } = schema.shape;
  for (const text of ["1e3", "0x10", "Infinity", "three", "1,5", "-"]) {
    const refused = textSchema(z.object({ page, ids })).safeParse(
      nestFields([
        ["page", text],
        ["ids", "4"],
        ["ids", text],
      ]),
    );
    expect(
      refused.error?.issues.map(({ path }) => path.join(".")),
      text,
    ).toEqual(["page", "ids.1"]);
  }
});

test("an empty text becomes undefined, null or no item if the field is optional, and is refused otherwise", () => {
  const schema = z.object({
    text: z.string(),
    count: z.int(),
    page: z.int().default(1),
    day: z.string().optional(),
    bonus: z.number().nullable(),
    filter: z.int().nullish(),
    ids: z.array(z.int()),
    kept: z.exactOptional(z.int()),
    shown: z.exactOptional(z.boolean()),
    status: z.union([z.boolean(), z.literal(1)]).transform(Boolean),
  });
  const empty = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, ""]));
  const { error } = textSchema(schema).safeParse(empty);
  expect(error?.issues.map(({ path }) => path[0])).toEqual(["count", "kept", "shown", "status"]);
  expect(error?.issues[0]?.message).toBe("Please fill in this field.");
  const sent = { ...empty, count: "2", kept: "3", shown: "off", status: "1", ids: ["", "4", ""], unknown: "x" };
  expect(textSchema(schema).parse(sent)).toEqual({
    ...{ text: "", count: 2, page: 1, bonus: null, ids: [4], kept: 3, shown: false, status: true },
  });
  expect(textSchema(schema).parse({ text: "", count: "0", bonus: "" })).toEqual({
    ...{ text: "", count: 0, page: 1, bonus: null, ids: [], shown: false, status: false },
  });
});

test("JSON's own values are not parsed a second time", () => {
  const schema = z.object({ text: z.string(), count: z.int(), shown: z.boolean() });
  expect(textSchema(schema).parse({ text: "1", count: 0, shown: false })).toEqual({
    text: "1",
    count: 0,
    shown: false,
  });
  expect(schema.safeParse({ text: "1", count: "0", shown: "on" }).error?.issues).toHaveLength(2);
  expect(textSchema(schema).safeParse({ text: ["", "a"], count: ["1"] }).error?.issues).toHaveLength(2);
  const filled = z.object({ text: z.string().min(1) });
  expect(textSchema(filled).safeParse({ text: ["", ""] }).error?.issues).toMatchObject([{ code: "invalid_type" }]);
});

test("names that would reach a prototype or create a huge list are dropped", () => {
  const made = nestFields([
    ["__proto__.polluted", "1"],
    ["a.__proto__.polluted", "1"],
    ["list[999999999].x", "1"],
    ["constructor", "typed"],
  ]);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(Object.keys(made)).toEqual(["constructor"]);
});

test("a list has only rows, and a file has no fields", () => {
  const file = new File(["x"], "picture.png");
  const made = nestFields([
    ["ids[0]", "1"],
    ["ids.length", "99999999"],
    ["ids.filter", "1"],
    ["ids", "2"],
    ["image", file],
    ["image.name", "other.png"],
  ]);
  expect(made).toMatchObject({ ids: ["1", "2"], image: { name: "other.png" } });
  expect(file.name).toBe("picture.png");
});

test("more fields or values than any form has are refused before any further work", () => {
  const many = (most: number, name: (i: number) => string) =>
    Array.from({ length: most }, (_, i): [string, string] => [name(i), "1"]);
  expect(nestFields(many(10_000, () => "ids")).ids).toHaveLength(10_000);
  expect(() => nestFields(many(10_001, () => "ids"))).toThrow("at most");
  expect(Object.keys(nestFields(many(1_000, (i) => `k${i}`)))).toHaveLength(1_000);
  expect(() => nestFields(many(1_001, (i) => `k${i}`))).toThrow("at most");
});

test("an error for which a schema has no message is also a sentence", () => {
  const schema = z.object({
    a: z.number(),
    b: z.array(z.int()).max(1),
    c: z.enum(["x"]),
    d: z.string().max(2),
    e: z.int(),
  });
  const messages = schema
    .safeParse({ a: "1", b: [1, 2], c: "y", d: "abc" })
    .error?.issues.map(({ message }) => message);
  expect(messages).toEqual([
    "Please enter a number.",
    "Please send at most 1 values.",
    "Please choose one from the list.",
    "Please use at most 2 characters.",
    "Please fill in this field.",
  ]);
  expect(schema.safeParse([]).error?.issues[0]?.message).toBe("Please send an object.");
});

test("secrets are masked at every depth, and long texts are cut [TRUST-21]", () => {
  const text = "x".repeat(30_000);
  const seen = mask({ a: [{ Password: "p", passwordConfirm: "p", token: "t", note: text }], key: "k" }, ["key"]);
  expect(seen).toMatchObject({ a: [{ Password: "***", passwordConfirm: "***", token: "***" }], key: "***" });
  expect(JSON.stringify(seen).length).toBeLessThan(20_200);
});
