import { afterAll, beforeAll, expect, test } from "vitest";
import * as identity from "../../../server/identity";
import { at, now } from "../../../server/kernel/clock";
import { complete } from "../../../server/kernel/config";
import { perform } from "../../../server/kernel/perform";
import { seal, unseal } from "../../../server/kernel/secrets";
import { inRollback } from "../../world/database";
import { anAddress, aPerson, from, PASSWORD, type Person, refusedSignIn } from "./world";

beforeAll(() => void complete({ CAPTCHA: true }));
afterAll(() => void complete({ CAPTCHA: false }));

const aCaptcha = () => perform(identity.captcha, null, {}, from());
const answerOf = (check: string): string =>
  (JSON.parse(unseal(Buffer.from(check, "base64url"), "captcha").toString()) as string[])[1] ?? "";

const signIn = (who: Person, captcha: Record<string, unknown>, password = PASSWORD) =>
  perform(identity.login, null, { username: who.username, password, ...captcha }, from("call", anAddress()));

test("the drawing is an SVG of paths with the answer in none of its text [API-08]", async () => {
  const { image, check } = await aCaptcha();
  expect(image).toMatch(/^data:image\/svg\+xml;base64,/);
  const svg = Buffer.from(image.split(",")[1] ?? "", "base64").toString();
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(new Set(svg.match(/<\w+/g))).toEqual(new Set(["<svg", "<path"]));
  expect(Buffer.from(check, "base64url").toString("latin1")).not.toContain(answerOf(check));
  expect(image.length).toBeLessThan(3_000);
  expect((await aCaptcha()).image).not.toBe(image);
});

test("the right answer signs in, in small letters too, and once only [AUTH-05]", () =>
  inRollback(async () => {
    const agent = await aPerson("agent");
    const { check } = await aCaptcha();
    const captcha = { captchaCheck: check, captchaString: ` ${answerOf(check).toLowerCase()} ` };
    expect(await signIn(agent, captcha)).toHaveProperty("token");
    await expect(signIn(agent, captcha)).rejects.toMatchObject(refusedSignIn);
  }));

test("a wrong answer uses the captcha up [AUTH-08]", async () => {
  const agent = await aPerson("agent");
  const { check } = await aCaptcha();
  await expect(signIn(agent, { captchaCheck: check, captchaString: "WRONG" })).rejects.toMatchObject(refusedSignIn);
  const right = { captchaCheck: check, captchaString: answerOf(check) };
  await expect(signIn(agent, right)).rejects.toMatchObject(refusedSignIn);
});

test("a right answer beside a wrong password uses the captcha up [AUTH-08]", async () => {
  const agent = await aPerson("agent");
  const { check } = await aCaptcha();
  const captcha = { captchaCheck: check, captchaString: answerOf(check) };
  await expect(signIn(agent, captcha, "wrong")).rejects.toMatchObject(refusedSignIn);
  await expect(signIn(agent, captcha)).rejects.toMatchObject(refusedSignIn);
});

test("many who use one answer at once: one gets in", async () => {
  const agent = await aPerson("agent");
  const { check } = await aCaptcha();
  const captcha = { captchaCheck: check, captchaString: answerOf(check) };
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => signIn(agent, captcha)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("after ten minutes it is too late", () =>
  inRollback(async () => {
    const agent = await aPerson("agent");
    const [first, second] = [await aCaptcha(), await aCaptcha()];
    const after = (minutes: number) => new Date(now().getTime() + minutes * 60_000);
    const use = ({ check }: { check: string }) =>
      signIn(agent, { captchaCheck: check, captchaString: answerOf(check) });
    await at(after(9), () => expect(use(first)).resolves.toHaveProperty("token"));
    await at(after(11), () => expect(use(second)).rejects.toMatchObject(refusedSignIn));
  }));

test("no captcha, one of another make, or one that is no text is a wrong one", () =>
  inRollback(async () => {
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
  }));

test("with CAPTCHA=off both fields are ignored, whatever they hold [AUTH-03]", () =>
  inRollback(async () => {
    const agent = await aPerson("agent");
    complete({ CAPTCHA: false });
    try {
      expect(await signIn(agent, { captchaString: 5, captchaCheck: "nonsense" })).toHaveProperty("token");
      expect(await aCaptcha()).toHaveProperty("image");
    } finally {
      complete({ CAPTCHA: true });
    }
  }));
