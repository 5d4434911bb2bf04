import { createHash } from "node:crypto";
import { Op } from "sequelize";
import { Once } from "~models";
import { createdFirst } from "./create-first";
import type { From } from "./operation";
import { invalidForm } from "./refusal";
import type { Asker } from "./roles";
import { keyedHash, seal, unseal } from "./secrets";

/**
 * Runs `body` once for a key and account: a repeat within 24 hours gets the first answer again, also when both
 * arrive at the same moment (the second waits for the first to commit). A refused first try leaves no trace.
 * Answers are kept sealed: they show the passwords that the record's own row keeps sealed. With `sameInput` a repeat
 * that brings another input is refused: 422.
 */
export async function remembered<T>(
  { once: key, sameInput = false }: Pick<From, "once" | "sameInput">,
  operation: string,
  asker: Asker,
  input: unknown,
  body: () => Promise<T>,
): Promise<T> {
  if (key === undefined || asker === null) return body();
  const mine = { accountId: asker.accountId, key };
  const inputHash = sameInput ? await hashOf(operation, input) : null;
  if (!(await createdFirst(Once, { ...mine, operation, inputHash }))) {
    const first = await Once.findOne({ where: mine });
    if (!first?.answer) throw new Error(`The first answer of ${operation} is gone.`);
    // Keys from before inputs were compared have no hash.
    if (inputHash && first.inputHash && !inputHash.equals(first.inputHash)) throw invalidForm(OTHER_INPUT);
    return JSON.parse(unseal(first.answer, ownerOf(mine)).toString()) as T;
  }
  const answer = await body();
  await Once.update({ answer: seal(JSON.stringify(answer), ownerOf(mine)) }, { where: mine });
  return answer;
}

const OTHER_INPUT =
  "This Idempotency-Key was sent before with other values. Please use a new key, or send the same values again.";

const ownerOf = ({ accountId, key }: Pick<Once, "accountId" | "key">) => `once:${accountId}:${key}`;

/**
 * Keyed, because an input may hold a password that a plain hash would let somebody guess. A parsed input has the keys of
 * its schema in their order, however they were sent.
 */
async function hashOf(operation: string, input: unknown): Promise<Buffer> {
  const fields = await Promise.all(
    Object.entries(input as object).map(async ([name, value]: [string, unknown]) => [
      name,
      value instanceof Blob ? await digestOf(value) : value,
    ]),
  );
  return keyedHash("idempotency", `${operation}\n${JSON.stringify(Object.fromEntries(fields))}`);
}

const digestOf = async (file: Blob): Promise<string> =>
  createHash("sha256")
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest("hex");

/** Forgets the keys of a day ago: a repeat after that does its act again. */
export const forgetOnce = async (before: Date): Promise<void> => {
  await Once.destroy({ where: { at: { [Op.lt]: before } } });
};
