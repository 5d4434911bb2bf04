import { randomInt } from "node:crypto";
import { z } from "zod";
import { UsedCaptcha } from "~models";
import { createdFirst } from "../../kernel/database/records";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { anyone } from "../../kernel/operation/roles";
import { now } from "../../kernel/periods/now";
import { newToken, seal, unseal } from "../../kernel/process/secrets";
import { draw, HEIGHT, WIDTH } from "./draw";
import { alphabet } from "./strokes";

/** A captcha image and its check value, valid for ten minutes and one try. */
export const captcha = query({
  name: "captcha",
  does: "get a captcha",
  allow: anyone,
  input: Nothing,
  output: z.object({ image: z.string(), check: z.string() }),
  // Runs outside of the transaction, so that no connection waits for the image.
  before: newCaptcha,
  run: (_call, _input, captcha) => Promise.resolve(captcha),
});

const LETTERS = 5;
const GOOD_FOR = 10 * 60_000;
const OWNER = "captcha";

export const GOOD_FOR_MINUTES = GOOD_FOR / 60_000;

type Sealed = [id: string, answer: string, expires: number];

/** A new captcha: the image as a data URL, and its answer and expiry, encrypted. */
async function newCaptcha(): Promise<{ image: string; check: string }> {
  const answer = Array.from({ length: LETTERS }, () => alphabet[randomInt(alphabet.length)]).join("");
  const note: Sealed = [newToken(12), answer, now().getTime() + GOOD_FOR];
  return {
    image: `data:image/svg+xml;base64,${Buffer.from(framed(await draw(answer))).toString("base64")}`,
    check: seal(JSON.stringify(note), OWNER).toString("base64url"),
  };
}

/** The API promises an SVG. It contains only the bitmap, so that programs cannot read the letters from it. */
const framed = (webp: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><image width="${WIDTH}" height="${HEIGHT}" href="data:image/webp;base64,${webp.toString("base64")}"/></svg>`;

/** True if `typed` is the answer, within ten minutes and on the first try. Needs an open transaction. */
export async function isRight(check: string | undefined, typed: string | undefined): Promise<boolean> {
  const note = opened(check ?? "");
  if (!note) return false;
  const [id, answer, expires] = note;
  const isFirst = await createdFirst(UsedCaptcha, { id, usedAt: now() });
  return isFirst && expires > now().getTime() && answer === typed?.trim().toUpperCase();
}

function opened(check: string): Sealed | undefined {
  try {
    return JSON.parse(unseal(Buffer.from(check, "base64url"), OWNER).toString()) as Sealed;
  } catch {
    // A value that this server did not create is a wrong answer, not an error.
    return undefined;
  }
}
