import { expect, expectTypeOf, test } from "vitest";
import type { Office } from "~models";
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

test("criteria are joined from left to right, and those without a value are dropped", () => {
  const Search = Criteria(["username", "active", "place"]);
  const parsed = Search.parse([
    { field: "username", value: null },
    { field: "username", value: 0 },
    { field: "active" },
    { field: "active", comparison: "=", value: false },
    { field: "place", operator: "OR", comparison: ">=", value: 5 },
  ]);
  expect(parsed.map(({ value }) => value)).toEqual([0, false, 5]);
  expect(Search.parse(undefined)).toEqual([]);
  const columns = { username: sql`username`, active: sql`active`, place: sql`place` };
  expect(matching(columns, parsed).bind().text).toBe(
    "((lower(username::text) = lower($1) AND lower(active::text) = lower($2)) OR to_jsonb(place) >= $3::jsonb)",
  );
  expect(matching(columns, []).text).toBe("TRUE");
});

test.each([
  ["a", "a"],
  ["a\\", "a\\\\"],
  ["\\", "\\\\"],
  ["a\\\\", "a\\\\"],
  ["a\\\\\\", "a\\\\\\\\"],
  ["a\\b", "a\\b"],
])("a pattern that ends within an escape is completed: %j", (value, due) => {
  const found = matching({ name: sql`name` }, [{ field: "name", operator: "AND", comparison: "LIKE", value }]);
  expect(found.bind().values).toEqual([due]);
});

test("secrets are masked at every depth, and long texts are cut [TRUST-21]", () => {
  const text = "x".repeat(30_000);
  const seen = mask({ a: [{ Password: "p", passwordConfirm: "p", token: "t", note: text }], key: "k" }, ["key"]);
  expect(seen).toMatchObject({ a: [{ Password: "***", passwordConfirm: "***", token: "***" }], key: "***" });
  expect(JSON.stringify(seen).length).toBeLessThan(20_200);
});
