import { expect, test } from "vitest";
import { z } from "zod";
import { textSchema } from "../../server/kernel/operation/text-input";
import { constraintOf } from "~/http/constraint.server";
import { Email, Flag, OptionalField, NewPassword, Required, Version } from "../../server/kernel/operation/input";
import { query } from "../../server/kernel/operation/operation";
import { anyone } from "../../server/kernel/operation/roles";

const input = z.object({
  name: OptionalField(Required(10)),
  email: OptionalField(Email),
  shown: OptionalField(Flag),
  password: NewPassword,
  version: Version,
});

test("a call keeps the fields that it leaves out of an update, and the fields that it sends must be valid", () => {
  expect(input.parse({})).toEqual({});
  expect(input.parse({ name: "Ada", password: "" })).toEqual({ name: "Ada", password: undefined });
  for (const wrong of [{ name: "" }, { name: null }, { email: "" }, { password: "short" }, { shown: "on" }]) {
    expect(input.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
});

test("an empty field of a form is an empty value, an absent tick is off, and an empty password is ignored", () => {
  const typed = { name: "", email: "a@example.org", password: "", version: "3" };
  const form = textSchema(input);
  expect(form.safeParse(typed).error?.issues.map(({ path }) => path)).toEqual([["name"]]);
  const sent = { ...typed, name: "Ada" };
  expect(form.parse(sent)).toEqual({ name: "Ada", email: "a@example.org", shown: false, version: 3 });
  expect(form.parse({ ...sent, shown: "on" })).toMatchObject({ shown: true });
});

test("the browser receives which fields of an update must not be empty", () => {
  const operation = query({ name: "x", does: "x", allow: anyone, input, output: z.object({}), run: async () => ({}) });
  expect(constraintOf(operation, ["name"])).toMatchObject({
    name: { required: true, maxLength: 10 },
    email: { required: false },
    password: { required: false, minLength: 8 },
  });
});
