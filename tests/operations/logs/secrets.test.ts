import { expect, it } from "vitest";
import type { z } from "zod";
import { contract } from "~/http/contract/index.server";
import { queryRows } from "../../../server/kernel/database/transactions";
import type { Operation, StreamOperation } from "../../../server/kernel/operation/operation";
import { setJournal, perform } from "../../../server/kernel/operation/perform";
import { system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { openJournal } from "../../../server/logs";
import { test } from "../../world/rollback";
import { from } from "./world";

/** Listed by hand, independent of the rule under test: inputs that must not be readable in a log. */
const SECRET = [
  ...[
    "password",
    "passwordConfirm",
    "plainPassword",
    "currentPassword",
    "oldPassword",
    "newPassword",
    "token",
    "secret",
  ],
  ...["captchaString", "captchaCheck", "totp", "recoveryCode", "recoveryCodes", "code"],
];
/** Keys with such a name that are not secret: a link's code is part of every address. */
const OPEN = ["links.decrypt code"];

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
};

/** The paths of an input's keys, including those in lists and objects. */
function keysOf(schema: z.ZodType, path: string[] = []): string[][] {
  const def = schema.def as unknown as Def;
  if (def.shape) return Object.entries(def.shape).flatMap(([key, inner]) => keysOf(inner, [...path, key]));
  const inner = def.innerType ?? def.in ?? def.element;
  return inner ? keysOf(inner, path) : [path];
}

const operations = Object.values(contract).map(({ operation }) => operation as Operation | StreamOperation);
const bearing = operations.flatMap((operation) =>
  keysOf(operation.input)
    .filter((path) => SECRET.includes(path.at(-1) ?? "") && !OPEN.includes(`${operation.name} ${path.at(-1)}`))
    .map((path) => ({ operation, path, name: `${operation.name} ${path.join(".")}` })),
);

const PLANTED = "planted-s3cret-value";
const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);

async function traces(): Promise<string> {
  const found = await queryRows<{ text: string }>(sql`
    SELECT concat(post_params, get_params, action_name) AS text FROM common_log
    UNION ALL SELECT concat(before, after) FROM audit`);
  return found.map(({ text }) => text).join("\n");
}

it("the operations with secret inputs include the known ones", () => {
  const names = bearing.map(({ name }) => name);
  for (const known of [
    "auth.login password",
    "auth.login captchaString",
    "auth.loginRemote token",
    "auth.resetPassword token",
  ]) {
    expect(names).toContain(known);
  }
});

test.each(bearing)("$name never reaches the common log or the audit", async ({ operation, path }) => {
  const journal = openJournal();
  setJournal(journal.record);
  const request = {
    ...from,
    channel: "call" as const,
    method: "POST /api/x",
    query: { [path.at(-1) ?? ""]: PLANTED, returnUrl: `/reset?token=${PLANTED}` },
  };
  const input = nested(path, PLANTED);
  for (const asker of [system, null]) {
    for (const given of [input, { list: [input] }, { note: `https://here.example/x?a=1&${path.at(-1)}=${PLANTED}` }]) {
      await perform(operation as Operation, asker, given, request).catch(() => undefined);
    }
  }
  setJournal(() => undefined);
  await journal.close();
  const text = await traces();
  // A quiet one leaves no trace.
  if (!operation.quiet) expect(text).toContain("***");
  expect(text).not.toContain(PLANTED);
});
