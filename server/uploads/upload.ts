import { createHash } from "node:crypto";
import { type CreationAttributes, Op, UniqueConstraintError } from "sequelize";
import { z } from "zod";
import { Image } from "~models";
import { now } from "../kernel/clock";
import { readTransaction, writeTransaction } from "../kernel/database";
import { HOUR_MS } from "../kernel/durations";
import { command } from "../kernel/operation";
import { tooMany } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { keyedHash } from "../kernel/secrets";
import { type Encoded, reEncode } from "./re-encode";

const LARGEST = 5 * 1024 * 1024;
const MOST_AN_HOUR = 100;
const ENDINGS = { "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp" };

const ImageFile = z
  .file("Please choose an image.")
  .min(1, "Please choose an image.")
  .max(LARGEST, "Please choose an image of at most 5 MB.");

/** Nobody can guess the name of an image, and the same image has the same one. */
const nameOf = ({ type, bytes }: Encoded): string => {
  const digest = createHash("sha256").update(bytes).digest("hex");
  return `${keyedHash("image", digest).subarray(0, 18).toString("base64url")}.${ENDINGS[type]}`;
};

/** An image for a text: stored as it was drawn anew, and served to whoever knows its address. */
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
    if ((await readTransaction(() => Image.count({ where }))) >= MOST_AN_HOUR) {
      throw tooMany(`Please add at most ${MOST_AN_HOUR} images an hour.`, HOUR_MS / 1000);
    }
    return reEncode(new Uint8Array(await image.arrayBuffer()));
  },
  async run({ actor, changed }, _input, encoded: Encoded) {
    const name = nameOf(encoded);
    const { type, width, height } = encoded;
    // One that was there may be about to go: it is wanted again. What has gone by then is stored anew.
    const [wanted] = await Image.update({ unusedSince: null }, { where: { name } });
    if (wanted === 0 && (await added({ name, ...encoded, accountId: actor.accountId, uploadedAt: now() }))) {
      changed({ record: "image", id: name, before: null, after: { type, width, height } });
    }
    return { url: `/images/${name}`, width, height };
  },
});

/** False where somebody else has added the same image at this moment. */
const added = (image: CreationAttributes<Image>): Promise<boolean> =>
  writeTransaction(() => Image.create(image)).then(
    () => true,
    (fault: unknown) => {
      if (fault instanceof UniqueConstraintError) return false;
      throw fault;
    },
  );
