import { randomInt } from "node:crypto";
import { z } from "zod";
import { UsedCaptcha } from "~models";
import { createIfAbsent } from "../../kernel/database/records";
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
const LIFETIME_MS = 10 * 60_000;
const SEAL_CONTEXT = "captcha";

export const LIFETIME_MINUTES = LIFETIME_MS / 60_000;

type Sealed = [id: string, answer: string, expires: number];

/** A new captcha: the image as a data URL, and its answer and expiry, encrypted. */
async function newCaptcha(): Promise<{ image: string; check: string }> {
  const answer = Array.from({ length: LETTERS }, () => alphabet[randomInt(alphabet.length)]).join("");
  const note: Sealed = [newToken(12), answer, now().getTime() + LIFETIME_MS];
  return {
    image: `data:image/svg+xml;base64,${Buffer.from(wrapInSvg(await draw(answer))).toString("base64")}`,
    check: seal(JSON.stringify(note), SEAL_CONTEXT).toString("base64url"),
  };
}

/** The API promises an SVG. It contains only the bitmap, so that programs cannot read the letters from it. */
const wrapInSvg = (webp: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><image width="${WIDTH}" height="${HEIGHT}" href="data:image/webp;base64,${webp.toString("base64")}"/></svg>`;

/** True if `typed` is the answer, within ten minutes and on the first try. Needs an open transaction. */
export async function isCorrectCaptcha(check: string | undefined, typed: string | undefined): Promise<boolean> {
  const note = openCheck(check ?? "");
  if (!note) return false;
  const [id, answer, expires] = note;
  const isFirst = await createIfAbsent(UsedCaptcha, { id, usedAt: now() });
  return isFirst && expires > now().getTime() && answer === typed?.trim().toUpperCase();
}

function openCheck(check: string): Sealed | undefined {
  try {
    return JSON.parse(unseal(Buffer.from(check, "base64url"), SEAL_CONTEXT).toString()) as Sealed;
  } catch {
    // A value that this server did not create is a wrong answer, not an error.
    return undefined;
  }
}
