import { createHash } from "node:crypto";
import { type CreationAttributes, Op, UniqueConstraintError } from "sequelize";
import { z } from "zod";
import { Image } from "~models";
import { now } from "../kernel/time/now";
import { readTransaction, writeTransaction } from "../kernel/database/transactions";
import { HOUR_MS } from "../kernel/time/durations";
import { command } from "../kernel/operation/operation";
import { tooManyRequests } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { keyedHash } from "../kernel/process/secrets";
import { type Encoded, reEncode } from "./re-encode";

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_PER_HOUR = 100;
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
  async before({ actor }, { image }) {
    const since = new Date(now().getTime() - HOUR_MS);
    const where = { accountId: actor.accountId, uploadedAt: { [Op.gt]: since } };
    if ((await readTransaction(() => Image.count({ where }))) >= MAX_PER_HOUR) {
      throw tooManyRequests(`Please add at most ${MAX_PER_HOUR} images an hour.`, HOUR_MS / 1000);
    }
    return reEncode(new Uint8Array(await image.arrayBuffer()));
  },
  async run({ actor, changed }, _input, encoded: Encoded) {
    const name = nameOf(encoded);
    const { type, width, height } = encoded;
    // An existing image may be about to be removed, so it is marked as used. If it is already gone, it is stored again.
    const [updated] = await Image.update({ unusedSince: null }, { where: { name } });
    if (updated === 0 && (await storeImage({ name, ...encoded, accountId: actor.accountId, uploadedAt: now() }))) {
      changed({ record: "image", id: name, before: null, after: { type, width, height } });
    }
    return { url: `/images/${name}`, width, height };
  },
});

/** False if the same image is being added at this moment by another request. */
const storeImage = (image: CreationAttributes<Image>): Promise<boolean> =>
  writeTransaction(() => Image.create(image)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UniqueConstraintError) return false;
      throw error;
    },
  );
