import { createHash } from "node:crypto";
import { type CreationAttributes, UniqueConstraintError } from "sequelize";
import { z } from "zod";
import { Image } from "~models";
import { now } from "../kernel/time/now";
import { LOCKS } from "../kernel/database/advisory-locks";
import { sql } from "../kernel/database/sql";
import { execute, queryOne, readTransaction, writeTransaction } from "../kernel/database/transactions";
import { command } from "../kernel/operation/operation";
import { invalid, tooManyRequests } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { type RateLimit, rateLimit } from "../kernel/process/rate-limits";
import { keyedHash } from "../kernel/process/secrets";
import { type Encoded, reEncode } from "./re-encode";

const MB = 1024 * 1024;
const MAX_BYTES = 5 * MB;
/** Images of an account, whether they are stored or not: reading a damaged one costs as much. */
const MAX_PER_HOUR = 100;
const HOUR_S = 3_600;
/** Stored images of an account, as they are served. */
const MAX_STORED_BYTES = 200 * MB;
const ENDINGS = { "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp" };

const ImageFile = z
  .file("Please choose an image.")
  .min(1, "Please choose an image.")
  .max(MAX_BYTES, "Please choose an image of at most 5 MB.");

/** Names of images cannot be guessed, and the same image always has the same name. */
const nameOf = ({ type, bytes }: Encoded): string => {
  const digest = createHash("sha256").update(bytes).digest("hex");
  return `${keyedHash("image", digest).subarray(0, 18).toString("base64url")}.${ENDINGS[type]}`;
};

/** Adds an image for a text. It is stored re-encoded and served to everybody who has its address. */
export const upload = command({
  name: "files.image",
  does: "add images",
  allow: atLeast("company"),
  type: "CREATE",
  input: z.object({ image: ImageFile }),
  output: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  async before({ actor: { accountId } }, { image }) {
    await countImage(accountId);
    await readTransaction(() => requireSpace(accountId, 0));
    return reEncode(new Uint8Array(await image.arrayBuffer()), accountId);
  },
  async run({ actor, changed }, _input, encoded: Encoded) {
    const name = nameOf(encoded);
    const { type, width, height } = encoded;
    // An existing image may be about to be removed, so it is marked as used. If it is already gone, it is stored again.
    const [updated] = await Image.update({ unusedSince: null }, { where: { name } });
    const { accountId } = actor;
    if (updated === 0) await requireSpace(accountId, encoded.bytes.byteLength);
    if (updated === 0 && (await storeImage({ name, ...encoded, accountId, uploadedAt: now() }))) {
      changed({ record: "image", id: name, before: null, after: { type, width, height } });
    }
    return { url: `/images/${name}`, width, height };
  },
});

let images: RateLimit | undefined;

/** Counts an image before it is decoded. Throws 429. */
async function countImage(accountId: number): Promise<void> {
  images ??= rateLimit("images", MAX_PER_HOUR, HOUR_S);
  const state = await images.take(String(accountId));
  if (!state?.isOver) return;
  const minutes = Math.ceil(state.resetSeconds / 60);
  throw tooManyRequests(
    `Please add at most ${MAX_PER_HOUR} images an hour. Try again in ${minutes} minutes.`,
    state.resetSeconds,
  );
}

/** Throws 422 unless the images of the account leave space for these bytes, or for any if they are 0. */
async function requireSpace(accountId: number, bytes: number): Promise<void> {
  // Images of one account that are added at the same time count for each other.
  if (bytes > 0) await execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.imagesOfAccount}, ${accountId})`);
  const row = await queryOne<{ used: number }>(
    sql`SELECT coalesce(sum(octet_length(bytes)), 0)::float8 AS used FROM images WHERE account_id = ${accountId}`,
  );
  const used = row?.used ?? 0;
  if (used + bytes <= MAX_STORED_BYTES && used < MAX_STORED_BYTES) return;
  const message = `Your images take up ${Math.ceil(used / MB)} of ${MAX_STORED_BYTES / MB} MB. Images that no text shows are deleted after 30 days.`;
  throw invalid({ image: [message] });
}

/** False if the same image is being added at this moment by another request. */
const storeImage = (image: CreationAttributes<Image>): Promise<boolean> =>
  writeTransaction(() => Image.create(image)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UniqueConstraintError) return false;
      throw error;
    },
  );
