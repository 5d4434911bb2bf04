import { afterAll, beforeAll, describe, expect } from "vitest";
import { search } from "../../../app/islands/proof";
import * as identity from "../../../server/identity";
import { overrideConfig } from "../../../server/kernel/process/config";
import { perform } from "../../../server/kernel/operation/perform";
import { now, withFixedTime } from "../../../server/kernel/time/now";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { anAddress, aPerson, from, PASSWORD, type Person } from "./world";

/** Proof of work in place of the picture of the sign-in page, and the limits of those who answer the picture. */

const refused = { status: 422, data: { _form: ["Wrong username, password or captcha"] } };
const BITS = 18;

beforeAll(() => void overrideConfig({ CAPTCHA: true }));
afterAll(() => void overrideConfig({ CAPTCHA: false }));

const aChallenge = (ip = anAddress()) => perform(identity.pageCaptcha, null, {}, from("page", ip));
const proofOf = (check: string, bits = BITS) => search({ challenge: check.slice(-40), bits });

const signIn = (who: Pick<Person, "username">, answers: object, { password = PASSWORD, ip = anAddress() } = {}) =>
  perform(identity.login, null, { username: who.username, password, ...answers }, from("form", ip));

/** Failed sign-ins of the last minute, as the throttle stores them. */
const failed = (username: string, ip: string, count: number, act = "sign-in") => db.run`
  INSERT INTO sign_in_failures (act, username, ip, at)
  SELECT ${act}, ${username}, ${ip}::inet, ${new Date(now().getTime() - 60_000)} FROM generate_series(1, ${count}::int)`;

describe("a proof of work", () => {
  test("takes the place of the picture, once", async () => {
    const agent = await aPerson("agent");
    const { check, bits } = await aChallenge();
    expect(bits).toBe(BITS);
    const answers = { captchaCheck: check, captchaProof: proofOf(check), captchaString: "" };
    expect(await signIn(agent, answers)).toHaveProperty("token");
    await expect(signIn(agent, answers)).rejects.toMatchObject(refused);
  });

  test("must be right: not another number, of another page, or of a captcha that programs get", async () => {
    const agent = await aPerson("agent");
    const [one, other] = [await aChallenge(), await aChallenge()];
    const called = await perform(identity.captcha, null, {}, from());
    for (const [captchaCheck, captchaProof] of [
      [one.check, "00000000"],
      [one.check, "not a number"],
      [one.check, proofOf(other.check)],
      [called.check, proofOf(called.check)],
      // The same check in a spelling that a decoder skips, so that one proof would fit all of them.
      ...[" ".repeat(40), "=".repeat(40), "\n!".repeat(20)].map((end) => [one.check + end, proofOf(end)] as const),
      ["", proofOf(one.check)],
    ])
      await expect(signIn(agent, { captchaCheck, captchaProof })).rejects.toMatchObject(refused);
  });

  test("does not make a wrong password right, and counts as a failure with it", async () => {
    const agent = await aPerson("agent");
    const ip = anAddress();
    const { check } = await aChallenge();
    const answers = { captchaCheck: check, captchaProof: proofOf(check) };
    await expect(signIn(agent, answers, { password: "wrong", ip })).rejects.toMatchObject(refused);
    expect((await aChallenge(ip)).bits).toBe(BITS + 1);
  });

  test("of a page that was open for too long is refused in words, and counts as no failure", async () => {
    const agent = await aPerson("agent");
    const { check } = await aChallenge();
    const answers = { captchaCheck: check, captchaProof: proofOf(check) };
    const late = withFixedTime(new Date(now().getTime() + 10 * 60_000 + 1_000), () => signIn(agent, answers));
    await expect(late).rejects.toMatchObject({ data: { _form: [expect.stringContaining("more than ten minutes")] } });
    const rows = await db.rows`SELECT 1 FROM sign_in_failures WHERE username = ${agent.username.toLowerCase()}`;
    expect(rows).toEqual([]);
  });

  test("has to be harder after failures of the address or of the name, from wherever they came", async () => {
    const agent = await aPerson("agent");
    const ip = anAddress();
    await failed("somebody", ip, 7);
    expect((await aChallenge(ip)).bits).toBe(BITS + 3);
    await failed(agent.username.toLowerCase(), anAddress(), 1);
    const { check, easy } = await anEasyProof();
    const answers = { captchaCheck: check, captchaProof: easy };
    await expect(signIn(agent, answers)).rejects.toMatchObject({ bits: BITS + 1, status: 422 });
    const harder = { captchaCheck: check, captchaProof: proofOf(check, BITS + 1) };
    expect(await signIn(agent, harder)).toHaveProperty("token");
  });
});

/** A challenge, and a proof with just so many bits: half of all proofs have more. */
async function anEasyProof(): Promise<{ check: string; easy: string }> {
  for (;;) {
    const { check } = await aChallenge();
    const easy = proofOf(check);
    if (easy !== proofOf(check, BITS + 1)) return { check, easy };
  }
}

describe("a picture", () => {
  const byPicture = async (who: Pick<Person, "username">, ip: string) => {
    const { check } = await perform(identity.captcha, null, {}, from("call", ip));
    return signIn(who, { captchaCheck: check, captchaString: "WRONG" }, { ip });
  };

  test("has a limit of ten failures of an address, whatever the names, and a proof still works", async () => {
    const agent = await aPerson("agent");
    const ip = anAddress();
    await failed("", ip, 9, "picture");
    await expect(byPicture({ username: "nobody" }, ip)).rejects.toMatchObject(refused);
    await expect(byPicture(agent, ip)).rejects.toMatchObject({ status: 429 });
    const { check, bits } = await aChallenge(ip);
    const answers = { captchaCheck: check, captchaProof: proofOf(check, bits) };
    expect(await signIn(agent, answers, { ip })).toHaveProperty("token");
  });

  test("has a limit of 200 failures of all addresses together", async () => {
    await failed("", anAddress(), 199, "picture");
    await expect(byPicture({ username: "nobody" }, anAddress())).rejects.toMatchObject(refused);
    await expect(byPicture({ username: "nobody" }, anAddress())).rejects.toMatchObject({ status: 429 });
  });
});
