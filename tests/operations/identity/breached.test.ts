import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refuseGuessable } from "../../../server/accounts";
import { config, overrideConfig } from "../../../server/kernel/process/config";
import { Refusal } from "../../../server/kernel/operation/refusal";
import { aFolder } from "../../world/server";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();

/** Sets a list with these lines for the test that runs. */
async function aListOf(lines: string[], end: string): Promise<void> {
  const file = path.join(await aFolder(), "hashes.txt");
  await writeFile(file, lines.map((line) => line + end).join(""));
  const { BREACHED_PASSWORDS } = config();
  overrideConfig({ BREACHED_PASSWORDS: file });
  onTestFinished(() => void overrideConfig({ BREACHED_PASSWORDS }));
}

const refusalOf = async (password: string): Promise<unknown> =>
  refuseGuessable(password, "mara").then(
    () => undefined,
    (refusal: unknown) => {
      expect(refusal).toBeInstanceOf(Refusal);
      return (refusal as Refusal).data;
    },
  );

const BREACHED = {
  password: ["This password was in a data breach, so it is easy to guess. Please use several unrelated words."],
};
const few = ["correcthorse", "seven grey herons", "ｈａｒｂｏｕｒ ｌｉｇｈｔｓ"];
const many = Array.from({ length: 600 }, (_, i) => `kettle ${i * 7_919} of the quay`);

test("a new password of the list is refused at its field, any other is not", async () => {
  await aListOf(few.map((text) => `${sha1(text)}:3`).sort(), "\r\n");
  for (const password of few) expect(await refusalOf(password), password).toEqual(BREACHED);
  for (const password of [...many.slice(0, 20), "Correcthorse"]) expect(await refusalOf(password)).toBe(undefined);
});

test("a password is found as it was typed and as it is hashed, whichever characters compose it", async () => {
  await aListOf([`${sha1("harbour lights")}:1`], "\n");
  expect(await refusalOf("ｈａｒｂｏｕｒ ｌｉｇｈｔｓ")).toEqual(BREACHED);
});

test.each([
  {
    name: "with counts of one to seven digits",
    end: "\r\n",
    line: (hash: string, i: number) => `${hash}:${10 ** (i % 7)}`,
  },
  { name: "without counts", end: "\n", line: (hash: string) => hash },
  { name: "in lower case", end: "\n", line: (hash: string) => hash.toLowerCase() },
])("every line of a long list is found, $name", async ({ end, line }) => {
  const hashes = many.map(sha1).sort();
  await aListOf(hashes.map(line), end);
  for (const password of many) expect(await refusalOf(password), password).toEqual(BREACHED);
  for (const password of many) expect(await refusalOf(`${password} now`)).toBe(undefined);
});

test("a list with one line, and an end without a line break, is a list", async () => {
  await aListOf([sha1("correcthorse")], "");
  expect(await refusalOf("correcthorse")).toEqual(BREACHED);
  expect(await refusalOf("seven grey herons")).toBe(undefined);
});
