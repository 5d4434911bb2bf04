import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as identity from "../../../server/identity";
import { draw } from "../../../server/identity/captcha/draw";
import { alphabet } from "../../../server/identity/captcha/strokes";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { overrideConfig } from "../../../server/kernel/process/config";
import { perform } from "../../../server/kernel/operation/perform";
import { seal, unseal } from "../../../server/kernel/process/secrets";
import { test } from "../../world/rollback";
import { newQuestion } from "../../../server/identity/captcha/question";
import { anAddress, aPerson, from, PASSWORD, type Person } from "./world";

const refusedSignIn = { status: 422, data: { _form: ["Wrong username, password or captcha"] } };

beforeAll(() => {
  overrideConfig({ CAPTCHA: true });
  // The default on some systems.
  sharp.concurrency(2);
});
afterAll(() => void overrideConfig({ CAPTCHA: false }));

const aCaptcha = () => perform(identity.captcha, null, {}, from());
const answerOf = (check: string): string =>
  (JSON.parse(unseal(Buffer.from(check, "base64url"), "captcha").toString()) as string[])[1] ?? "";

const signIn = (who: Person, captcha: Record<string, unknown>, password = PASSWORD, ip = anAddress()) =>
  perform(identity.login, null, { username: who.username, password, ...captcha }, from("call", ip));

/** The names of a WebP's chunks. */
function chunksOf(webp: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + 2 * Math.ceil(webp.readUInt32LE(at + 4) / 2))
    names.push(webp.toString("latin1", at, at + 4));
  return names;
}

it("the picture consists of pixels only, without strokes or text that a program could read [API-08]", async () => {
  const { image, check } = await aCaptcha();
  expect(image).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/);
  const svg = Buffer.from(image.split(",")[1] ?? "", "base64").toString();
  expect(svg).toMatch(/^<svg [^<>]+><image [^<>]* href="data:image\/webp;base64,[A-Za-z0-9+/]+=*"\/><\/svg>$/);
  const picture = Buffer.from(/base64,([^"]+)/.exec(svg)?.[1] ?? "", "base64");
  expect(chunksOf(picture)).toEqual(["VP8L"]);
  expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 200, height: 60 });
  for (const bytes of [picture, Buffer.from(check, "base64url")]) {
    expect(bytes.toString("latin1")).not.toContain(answerOf(check));
  }
  // The whole sign-in page may have 15 KB.
  expect(image.length).toBeLessThan(1_500);
});

/** The pixels of a picture that are darker than 50 % grey. */
async function inkOf(text: string): Promise<boolean[]> {
  const pixels = await sharp(await draw(text))
    .greyscale()
    .raw()
    .toBuffer();
  return [...pixels].map((shade) => shade < 128);
}
const count = (list: boolean[]) => list.filter(Boolean).length;

it("two pictures of the same letters differ in at least 30 % of their dark pixels, so none can be recognised [API-08]", async () => {
  const [first, second] = [await inkOf("KMJYP"), await inkOf("KMJYP")];
  const differing = count(first.map((ink, i) => ink !== second[i]));
  expect(differing / count(first)).toBeGreaterThan(0.3);
});

it("the letters are most of the dark pixels, so that people can read them", async () => {
  const disturbance = count(await inkOf(""));
  for (const letter of alphabet)
    expect(count(await inkOf(letter.repeat(5))), letter).toBeGreaterThan(1.5 * disturbance);
});

it("drawing uses one thread per picture and no cache", async () => {
  await aCaptcha();
  expect(sharp.concurrency()).toBe(1);
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, files: { max: 0 }, items: { max: 0 } });
});

test("the right answer signs in once, in lower case too [AUTH-05]", async () => {
  const agent = await aPerson("agent");
  const { check } = await aCaptcha();
  const captcha = { captchaCheck: check, captchaString: ` ${answerOf(check).toLowerCase()} ` };
  expect(await signIn(agent, captcha)).toHaveProperty("token");
  await expect(signIn(agent, captcha)).rejects.toMatchObject(refusedSignIn);
});

it("a wrong answer uses up the captcha [AUTH-08]", async () => {
  const agent = await aPerson("agent");
  const { check } = await aCaptcha();
  await expect(signIn(agent, { captchaCheck: check, captchaString: "WRONG" })).rejects.toMatchObject(refusedSignIn);
  const right = { captchaCheck: check, captchaString: answerOf(check) };
  await expect(signIn(agent, right)).rejects.toMatchObject(refusedSignIn);
});

it("a right answer with a wrong password uses up the captcha [AUTH-08]", async () => {
  const agent = await aPerson("agent");
  const { check } = await aCaptcha();
  const captcha = { captchaCheck: check, captchaString: answerOf(check) };
  await expect(signIn(agent, captcha, "wrong")).rejects.toMatchObject(refusedSignIn);
  await expect(signIn(agent, captcha)).rejects.toMatchObject(refusedSignIn);
});

it("of simultaneous sign-ins with the same answer, one succeeds", async () => {
  const agent = await aPerson("agent");
  const { check } = await aCaptcha();
  const captcha = { captchaCheck: check, captchaString: answerOf(check) };
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => signIn(agent, captcha)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a captcha expires after ten minutes", async () => {
  const agent = await aPerson("agent");
  const [first, second] = [await aCaptcha(), await aCaptcha()];
  const after = (minutes: number) => new Date(now().getTime() + minutes * 60_000);
  const use = ({ check }: { check: string }) => signIn(agent, { captchaCheck: check, captchaString: answerOf(check) });
  await withFixedTime(after(9), () => expect(use(first)).resolves.toHaveProperty("token"));
  await withFixedTime(after(11), () => expect(use(second)).rejects.toMatchObject(refusedSignIn));
});

test("a missing or forged captcha, or one that is not text, counts as wrong", async () => {
  const agent = await aPerson("agent");
  const note = JSON.stringify(["id", "AAAAA", Date.now() + 60_000]);
  const foreign = [
    {},
    { captchaString: "AAAAA", captchaCheck: "" },
    { captchaString: "AAAAA", captchaCheck: Buffer.from(note).toString("base64url") },
    { captchaString: "AAAAA", captchaCheck: seal(note, "accounts:1").toString("base64url") },
    { captchaString: 5, captchaCheck: ["x"] },
  ];
  for (const captcha of foreign) await expect(signIn(agent, captcha)).rejects.toMatchObject(refusedSignIn);
});

const aQuestion = () => perform(identity.captcha, null, { kind: "question" }, from());
const wordsOf = (check: string): string =>
  (JSON.parse(unseal(Buffer.from(check, "base64url"), "captcha").toString()) as string[])[3] ?? "";

test("a question in words takes the place of the picture for people who cannot see it, once [AUTH-22, API-08]", async () => {
  const agent = await aPerson("agent");
  expect(Object.keys(await aCaptcha()).sort()).toEqual(["check", "image"]);
  for (const spell of [
    (first: string, second: string) => `${first} ${second}`,
    (first: string, second: string) => ` ${second.toUpperCase()}, and ${first}.`,
  ]) {
    const { check, question = "", image } = await aQuestion();
    expect(image).toMatch(/^data:image/);
    const [first = "", second = ""] = wordsOf(check).split(" ");
    const [asks, listed = ""] = question.split("? ");
    expect(asks).toMatch(/^Two of these words are [a-z ]+\. Which$/);
    expect(listed.split(", ")).toHaveLength(6);
    expect(listed.split(", ")).toEqual(expect.arrayContaining([first, second]));
    const captcha = { captchaCheck: check, captchaString: spell(first, second) };
    expect(await signIn(agent, captcha)).toHaveProperty("token");
    await expect(signIn(agent, captcha)).rejects.toMatchObject(refusedSignIn);
  }
});

it("one word, all words or the letters of another captcha do not answer a question", async () => {
  const agent = await aPerson("agent");
  const other = answerOf((await aCaptcha()).check);
  for (const wrong of [
    () => other,
    () => "",
    (words: string) => words.split(" ")[0] ?? "",
    (_words: string, question: string) => question.split("? ")[1] ?? "",
  ]) {
    const { check, question = "" } = await aQuestion();
    const captchaString = wrong(wordsOf(check), question);
    await expect(signIn(agent, { captchaCheck: check, captchaString })).rejects.toMatchObject(refusedSignIn);
  }
  const { check } = await aCaptcha();
  await expect(signIn(agent, { captchaCheck: check, captchaString: "goat otter" })).rejects.toMatchObject(
    refusedSignIn,
  );
});

it("no two words of a question other than the right ones are of one group, so there is one answer", () => {
  const groups = new Map<string, Set<string>>();
  const questions = Array.from({ length: 3_000 }, newQuestion);
  for (const { question, answer } of questions) {
    const group = /are ([a-z ]+)\./.exec(question)?.[1] ?? "";
    const members = groups.get(group) ?? new Set();
    for (const word of answer.split(" ")) groups.set(group, members.add(word));
  }
  expect(groups.size).toBe(8);
  for (const { question } of questions) {
    const group = /are ([a-z ]+)\./.exec(question)?.[1] ?? "";
    const listed = (question.split("? ")[1] ?? "").split(", ");
    expect(new Set(listed).size, question).toBe(6);
    expect(listed.filter((word) => groups.get(group)?.has(word)).length, question).toBe(2);
  }
});

it("after five failures by questions from one address, whatever the names, only the picture still works [AUTH-22, TRUST-15]", async () => {
  const ip = anAddress();
  const [agent, other] = [await aPerson("agent"), await aPerson("agent")];
  const byQuestion = async (who: Person, password = PASSWORD, address = ip) => {
    const { check } = await aQuestion();
    return signIn(who, { captchaCheck: check, captchaString: wordsOf(check) }, password, address);
  };
  for (const who of [agent, other, agent, other]) {
    await expect(byQuestion(who, "wrong")).rejects.toMatchObject(refusedSignIn);
  }
  expect(await byQuestion(agent)).toHaveProperty("token");
  await expect(byQuestion(other, "wrong")).rejects.toMatchObject(refusedSignIn);
  await expect(byQuestion(agent)).rejects.toMatchObject({ status: 429 });
  const { check } = await aCaptcha();
  expect(await signIn(agent, { captchaCheck: check, captchaString: answerOf(check) }, PASSWORD, ip)).toHaveProperty(
    "token",
  );
  expect(await byQuestion(other, PASSWORD, anAddress())).toHaveProperty("token");
});

test("with CAPTCHA=off both fields are ignored, and no message speaks of a captcha [AUTH-03, AUTH-08]", async () => {
  const agent = await aPerson("agent");
  overrideConfig({ CAPTCHA: false });
  try {
    await expect(signIn(agent, {}, "wrong")).rejects.toMatchObject({
      ...{ status: 422, data: { _form: ["Wrong username or password"] } },
    });
    expect(await signIn(agent, { captchaString: 5, captchaCheck: "nonsense" })).toHaveProperty("token");
    expect(await aCaptcha()).toHaveProperty("image");
  } finally {
    overrideConfig({ CAPTCHA: true });
  }
});
