import { createHash } from "node:crypto";
import { Op } from "sequelize";
import { Once } from "~models";
import { createdFirst } from "../database/records";
import type { From } from "./operation";
import { invalidForm } from "./refusal";
import type { Asker } from "./roles";
import { keyedHash, seal, unseal } from "../process/secrets";

/**
 * Runs `body` once per key and account. A repeat within 24 hours returns the stored first answer, even if both arrive
 * at the same time (the second waits for the first to commit). A refused first attempt stores nothing, so a repeat
 * runs. Answers are stored sealed because they may contain passwords. With `sameInput`, a repeat with different input
 * throws 422. Without a key or an account, `body` always runs.
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
    // Keys stored before inputs were compared have no hash.
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
export const forgetOnce = async (before: Date): Promise<void> => {
  await Once.destroy({ where: { at: { [Op.lt]: before } } });
};
