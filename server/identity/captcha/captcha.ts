import { randomInt } from "node:crypto";
import { z } from "zod";
import { UsedCaptcha } from "~models";
import { createIfAbsent } from "../../../models/create-if-absent";
import { query } from "../../kernel/operation/operation";
import { anyone } from "../../kernel/operation/roles";
import { now } from "../../kernel/time/now";
import { fromBase64Url, newToken, seal, unseal } from "../../kernel/process/secrets";
import { draw, HEIGHT, WIDTH } from "./draw";
import { FEWEST_BITS, neededBits, zeroBits } from "./proof";
import { answers, newQuestion } from "./question";
import { alphabet } from "./strokes";

/**
 * A captcha image and its check value, valid for ten minutes and one try. With `kind: "question"` also a question in
 * words for people who cannot see the image; the check then accepts its answer, too.
 */
export const captcha = query({
  name: "captcha",
  does: "get a captcha",
  allow: anyone,
  input: z.object({ kind: z.enum(["picture", "question"], "Please choose picture or question.").default("picture") }),
  output: z.object({ image: z.string(), check: z.string(), question: z.string().optional() }),
  // Runs outside of the transaction, so that no connection waits for the image.
  before: (_call, { kind }) => newCaptcha(kind),
  run: (_call, _input, captcha) => Promise.resolve(captcha),
});

/** The captcha of the sign-in page, whose check is also the challenge of a proof of work with `bits` zero bits. */
export const pageCaptcha = query({
  name: "captcha.page",
  does: "open the sign-in page",
  allow: anyone,
  quiet: true,
  input: captcha.input,
  output: z.object({ ...captcha.output.shape, bits: z.int() }),
  before: (_call, { kind }) => newCaptcha(kind, IS_CHALLENGE),
  run: async ({ from }, _input, captcha) => ({ ...captcha, bits: await neededBits(from.ip) }),
});

const LETTERS = 5;
const LIFETIME_MS = 10 * 60_000;
const SEAL_CONTEXT = "captcha";

const IS_CHALLENGE = 1;

export const LIFETIME_MINUTES = LIFETIME_MS / 60_000;

type Sealed = [id: string, answer: string, expires: number, words?: string | null, challenge?: typeof IS_CHALLENGE];

/** A new captcha: the image as a data URL, the question if wanted, and their answers and expiry, encrypted. */
async function newCaptcha(
  kind: "picture" | "question",
  challenge?: typeof IS_CHALLENGE,
): Promise<{ image: string; check: string; question?: string }> {
  const answer = Array.from({ length: LETTERS }, () => alphabet[randomInt(alphabet.length)]).join("");
  const asked = kind === "question" ? newQuestion() : undefined;
  const note: Sealed = [newToken(12), answer, now().getTime() + LIFETIME_MS, asked?.answer ?? null, challenge];
  return {
    ...(asked && { question: asked.question }),
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
  const [id, answer, expires, words] = note;
  const isFirst = await createIfAbsent(UsedCaptcha, { id, usedAt: now() });
  if (!isFirst || expires <= now().getTime() || typed === undefined) return false;
  return typed.trim().toUpperCase() === answer || (typeof words === "string" && answers(typed, words));
}

/**
 * Whether `proof` solves the challenge of the sign-in page with this check, on the first try. "late" if the page
 * was open for too long, "easy" if there were failures since: both happen to people who did nothing wrong. Needs an open
 * transaction.
 */
export async function verifyProof(
  check: string | undefined,
  proof: string,
  needed: number,
): Promise<"proven" | "late" | "easy" | "wrong"> {
  const [id, , expires, , challenge] = openCheck(check ?? "") ?? [];
  if (id === undefined || expires === undefined || challenge !== IS_CHALLENGE) return "wrong";
  const bits = zeroBits(check ?? "", proof);
  if (bits < FEWEST_BITS) return "wrong";
  if (expires <= now().getTime()) return "late";
  if (bits < needed) return "easy";
  return (await createIfAbsent(UsedCaptcha, { id, usedAt: now() })) ? "proven" : "wrong";
}

/** True if the check was issued with a question, which programs answer more easily than they read the picture. */
export const hasQuestion = (check: string | undefined): boolean => typeof openCheck(check ?? "")?.[3] === "string";

function openCheck(check: string): Sealed | undefined {
  try {
    return JSON.parse(unseal(fromBase64Url(check), SEAL_CONTEXT).toString()) as Sealed;
  } catch {
    // A value that this server did not create is a wrong answer, not an error.
    return undefined;
  }
}
