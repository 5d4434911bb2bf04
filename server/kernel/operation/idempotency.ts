import { createHash } from "node:crypto";
import { Op } from "sequelize";
import { IdempotencyKey } from "~models";
import { createIfAbsent } from "../../../models/create-if-absent";
import type { CallOrigin } from "./operation";
import { invalidForm } from "./refusal";
import type { Caller } from "./roles";
import { keyedHash, seal, unseal } from "../process/secrets";

/**
 * Runs `body` once per key and account. A repeat within 24 hours returns the stored first answer, even if both arrive
 * at the same time (the second waits for the first to commit). A refused first attempt stores nothing, so a repeat
 * runs. Answers are stored sealed because they may contain passwords. With `sameInput`, a repeat with different input
 * throws 422. Without a key or an account, `body` always runs.
 */
export async function idempotent<T>(
  { once: key, sameInput = false, replayed }: Pick<CallOrigin, "once" | "sameInput" | "replayed">,
  operation: string,
  caller: Caller,
  input: unknown,
  body: () => Promise<T>,
): Promise<T> {
  if (key === undefined || caller === null) return body();
  const mine = { accountId: caller.accountId, key };
  const inputHash = sameInput ? await hashOf(operation, input) : null;
  if (!(await createIfAbsent(IdempotencyKey, { ...mine, operation, inputHash }))) {
    const first = await IdempotencyKey.findOne({ where: mine });
    if (!first?.answer) throw new Error(`The first answer of ${operation} is gone.`);
    // Keys stored before inputs were compared have no hash.
    if (inputHash && first.inputHash && !inputHash.equals(first.inputHash)) throw invalidForm(OTHER_INPUT);
    replayed?.();
    return JSON.parse(unseal(first.answer, answerContext(mine)).toString()) as T;
  }
  const result = await body();
  await IdempotencyKey.update({ answer: seal(JSON.stringify(result), answerContext(mine)) }, { where: mine });
  return result;
}

const OTHER_INPUT =
  "This Idempotency-Key was sent before with other values. Please use a new key, or send the same values again.";

/** The owner to which a stored answer is bound. */
export const answerContext = ({ accountId, key }: Pick<IdempotencyKey, "accountId" | "key">): string =>
  `once:${accountId}:${key}`;

/**
 * The hash is keyed because the input may contain a password that could be guessed from a plain hash. A parsed input
 * has its keys in the order of the schema, whatever order they were sent in.
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

/** Deletes keys stored before `before`; a repeat after that runs its operation again. */
export const deleteIdempotencyKeysBefore = async (before: Date): Promise<void> => {
  await IdempotencyKey.destroy({ where: { at: { [Op.lt]: before } } });
};
