import { expect, test } from "vitest";
import { z } from "zod";
import { nestFields, textSchema } from "../../server/kernel/operation/text-input";

test("a number is written with a point and with commas between groups of three digits, a tick in six words", () => {
  const schema = textSchema(z.object({ n: z.number().optional(), tick: z.boolean().optional() }));
  const read = (sent: object) => {
    const result = schema.safeParse(sent);
    return result.success ? result.data : "refused";
  };
  for (const [text, n] of [
    ["7", 7],
    ["1234", 1234],
    ["12.50", 12.5],
    [" -0.75 ", -0.75],
    ["1,250.50", 1250.5],
    ["12,250", 12_250],
    ["123,456,789.125", 123_456_789.125],
  ] as const)
    expect(read({ n: text }), text).toEqual({ n });
  for (const text of [
    "1,25",
    "1,2500",
    "1234,567",
    ",250",
    "1,,250",
    "1,abc",
    "x,123",
    "1.",
    "1.a",
    "1e3",
    "0x10",
    "1 2",
  ])
    expect(read({ n: text }), text).toBe("refused");
  for (const [text, tick] of [
    ["on", true],
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
    ["off", false],
    ["yes", undefined],
  ] as const)
    expect(read({ tick: text }), text).toEqual(tick === undefined ? "refused" : { tick });
});

test("names of fields nest four deep at most, and rows have whole numbers below a thousand", () => {
  const nested = (...names: string[]) => ({ ...nestFields(names.map((name) => [name, "x"])) });
  expect(nested("a.b.c.d")).toEqual({ a: { b: { c: { d: "x" } } } });
  expect(nested("a.b.c.d.e", "", "[]", "a.constructor", "__proto__.a")).toEqual({});
  expect(nested("a[12].b", "a[3].b")).toEqual({ a: [{ b: "x" }, { b: "x" }] });
  expect(nested("a[999].b")).toEqual({ a: [{ b: "x" }] });
  expect(nested("a[1000].b", "a[0123456789].b")).toEqual({});
  expect(nested("a[x1].b", "c[1x].b")).toEqual({ a: { x1: { b: "x" } }, c: { "1x": { b: "x" } } });
  expect(nested("a[0]", "a.length")).toEqual({ a: ["x"] });
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
