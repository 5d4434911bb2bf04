import { beforeAll, expect, test } from "vitest";
import * as identity from "../../server/identity";
import { overrideConfig } from "../../server/kernel/process/config";
import { unseal } from "../../server/kernel/process/secrets";
import { withFixedTime } from "../../server/kernel/time/now";
import { enrolled } from "../operations/identity/two-step";
import { aPerson, change, PASSWORD } from "../operations/identity/world";
import { aDatabase } from "../world/database";
import { figure } from "../world/figure";
import { LONG } from "../world/long";
import { hash } from "@node-rs/argon2";
import { sql } from "../../server/kernel/database/sql";
import { aGuess, bitsOf, randomSecrets } from "./secrets";
import { actorOf, answerOf, codesOf, requestOf } from "./world";

/**
 * The gain of guessing: how many guesses are compared with the secret at all, and how likely one of them is
 * right. Limits are stated per day and account.
 */

const GUESSES = LONG ? 100_000 : 120;
const DAY = 24 * 60 * 60_000;
/** Guesses a day from the whole of the internet, and secrets of a kind that exist at once. */
const [FLOOD, EXISTING] = [1e9, 1e6];
const UNLIKELY = 1e-4;

beforeAll(async () => (await aDatabase()).enter());

test.each(randomSecrets)("$name is too long to be guessed", async (secret) => {
  const { prefix = "", checksum, alphabet, length, draw, exists } = secret;
  const [one, other] = [await draw(), await draw()];
  expect(one).not.toBe(other);
  for (const value of [one, other]) {
    const random = value.slice(prefix.length, checksum ? -8 : undefined);
    expect(value.startsWith(prefix)).toBe(true);
    expect(random).toHaveLength(length);
    expect([...random].filter((character) => !alphabet.includes(character))).toEqual([]);
  }
  // The flood is for the secrets that a request tries by itself; the others are behind a limit, or not tried online.
  expect((FLOOD * EXISTING) / 2 ** bitsOf(secret)).toBeLessThan(UNLIKELY);
  if (!exists) return;
  expect(await exists(one)).toBe(true);
  let found = 0;
  for (let guess = 0; guess < GUESSES; guess++) found += Number(await exists(aGuess(secret)));
  expect(found).toBe(0);
});

/** The guesses of a day from as many addresses, each at its moment, one after the other. */
async function throughoutDay(guess: (ip: string, number: number) => Promise<unknown>): Promise<void> {
  const began = Date.now();
  for (let number = 0; number < GUESSES; number++) {
    const ip = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const moment = began + (number * DAY) / GUESSES;
    await withFixedTime(new Date(moment), () => guess(ip, number));
  }
}
/** All at once: within the window of the limit. */
async function inAMinute(guess: (ip: string, number: number) => Promise<unknown>): Promise<void> {
  const moment = new Date();
  for (let number = 0; number < Math.min(GUESSES, 1_000); number++)
    await withFixedTime(moment, () => guess(`172.16.${number >> 8}.${number & 255}`, number));
}

/** Failures of a name that are compared in 15 minutes, from any number of addresses. */
const IN_A_WINDOW = 50;
const A_DAY = IN_A_WINDOW * 4 * 24;

/** A person whose password is hashed cheaply. */
async function aTarget(role: "agent" | "admin" = "agent") {
  const person = await aPerson(role);
  await change(person, sql`password_hash = ${await hash(PASSWORD, { memoryCost: 64, timeCost: 1 })}`);
  return person;
}

test("of the guesses of a password by sign-in and by confirmation together, 50 are compared in 15 minutes and 4,800 a day", async () => {
  const { username } = await aTarget();
  const session = await answerOf(identity.login, null, { username, password: PASSWORD });
  const actor = await actorOf({ ...session.output, kind: "bearer" } as never);
  const byName = { username: username.toUpperCase() };
  const guess = (ip: string, number: number) => {
    const password = `guess-number-${number}`;
    return number % 2
      ? answerOf(identity.login, null, { ...byName, password }, requestOf("call", ip))
      : answerOf(identity.confirm, actor, { password }, requestOf("call", ip));
  };
  const compared = () => figure("password_hashes_total");
  let before = await compared();
  await inAMinute(guess);
  expect((await compared()) - before).toBe(IN_A_WINDOW);
  before = await compared();
  await throughoutDay(guess);
  const judged = (await compared()) - before;
  expect(judged).toBeLessThanOrEqual(Math.min(GUESSES, A_DAY + IN_A_WINDOW));
  // The product suggests passwords of 79 bits. People may not choose one of the 10,000 most common
  // (tests/operations/identity/guessable.test.ts), twice as many as are compared a day.
  expect(A_DAY / 2 ** 79).toBeLessThan(UNLIKELY);
  expect(A_DAY).toBeLessThan(10_000 / 2);
});

/** Codes of the steps before, at and after the moment are accepted. */
const CODES = 3 / 1_000_000;
const CODES_A_DAY = 10 * 24;

test("of the guesses of an app's code by somebody who knows the password, 10 an hour are compared", async () => {
  const person = await aTarget();
  const { app } = await enrolled(person);
  const { username } = person;
  let judged = 0;
  const guess = async (ip: string, number: number) => {
    const near = [-2, -1, 0, 1, 2].map((step) => app.code(step));
    const totp = Array.from({ length: 6 }, (_, index) => String(number + index).padStart(6, "0")).find(
      (code) => !near.includes(code),
    );
    const before = await wrongCodes();
    await answerOf(identity.login, null, { username, password: PASSWORD, totp }, requestOf("call", ip));
    if ((await wrongCodes()) !== before) judged += 1;
  };
  const wrongCodes = () => codesOf(person.accountId);
  await inAMinute(guess);
  expect(judged).toBe(10);
  judged = 0;
  await throughoutDay(guess);
  expect(judged).toBeLessThanOrEqual(Math.min(GUESSES, CODES_A_DAY + 10));
  // Once in four years of guessing day and night by somebody who has the password; the owner gets a mail each hour.
  expect(CODES_A_DAY * CODES).toBeLessThan(1e-3);
});

test("a captcha is compared once, whatever else is sent for it, so each guess costs a new picture", async () => {
  overrideConfig({ CAPTCHA: true });
  try {
    const { username } = await aTarget();
    const { output } = await answerOf(identity.captcha, null, {});
    const captchaCheck = String(output.check);
    const [, answer] = JSON.parse(unseal(Buffer.from(captchaCheck, "base64url"), "captcha").toString()) as string[];
    const attempt = (captchaString: string, ip: string) =>
      answerOf(
        identity.login,
        null,
        { username, password: PASSWORD, captchaCheck, captchaString },
        requestOf("call", ip),
      );
    for (const text of ["AAAAA", answer ?? "", "", answer ?? ""]) {
      expect((await attempt(text, `10.9.9.${text.length}`)).outcome).toBe("422 VALIDATION_ERROR");
    }
    // 19 characters that are not confused, five of them. It slows programs down and is not a secret of its own.
    expect(A_DAY / 19 ** 5).toBeLessThan(2e-3);
  } finally {
    overrideConfig({ CAPTCHA: false });
  }
});
