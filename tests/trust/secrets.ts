import { createHash, randomInt } from "node:crypto";
import { suggestPassword } from "../../server/accounts";
import * as identity from "../../server/identity";
import { perform } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import { createDeveloperLink, makeSecret, siteOfDevelopers } from "../../server/sites";
import { create as createEndpoint } from "../../server/webhooks";
import { enrolled } from "../operations/identity/two-step";
import { aPerson, askerOf, bearerOf, from, signIn } from "../operations/identity/world";
import { ask } from "../reports/ask";
import { aSite, aSuperadmin } from "../world/builders";
import { waitingMailsTo } from "../world/waiting-mails";

/** A random secret: its form, an operation that draws one, and a check whether a guess exists. */
export type Secret = {
  name: string;
  /** Characters of the random part, and how many there are. */
  alphabet: string;
  length: number;
  prefix?: string;
  /** A client token, a developer link and a webhook's secret end with a checksum, which guesses have, too. */
  checksum?: true;
  draw: () => Promise<string>;
  /** Absent if only a check of another secret leads to it: a recovery code follows the password. */
  exists?: (guess: string) => Promise<boolean>;
};

const HEX = "0123456789abcdef";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Without 0, o, 1, i and l. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";

const isFound = (found: Promise<unknown>): Promise<boolean> =>
  found.then(
    (value) => value !== null,
    () => false,
  );
const signedIn = async (): Promise<Actor> => (await askerOf(await bearerOf(await aPerson("agent")))) as Actor;
const remote = async (kind: "client" | "browser") =>
  (await perform(identity.remoteTokens.create, await signedIn(), { kind }, from())).token;
const superadmin = async () => (await aSuperadmin()).actor;
const site = async () => ({ id: (await aSite()).id });

async function resetToken(): Promise<string> {
  const { username, email } = await aPerson("agent");
  await perform(identity.forgot, null, { username, email }, from());
  return /token=(\S+)/.exec((await waitingMailsTo(email)).join())?.[1] ?? "";
}

const endpoint = { url: "https://tracker.example/in", events: ["sale.accepted"], name: "A tracker", format: "signed" };

export const randomSecrets: readonly Secret[] = [
  {
    ...{ name: "the token of a program's session", alphabet: BASE64, length: 32 },
    draw: async () => bearerOf(await aPerson("agent")),
    exists: (guess) => isFound(identity.authenticateBearer(guess, from())),
  },
  {
    ...{ name: "the cookie of a browser's session", alphabet: BASE64, length: 32 },
    draw: async () => (await signIn(await aPerson("agent"), undefined, from("form"))).token,
    exists: (guess) => isFound(identity.authenticateSession(guess, from("form"))),
  },
  {
    ...{ name: "a client token", alphabet: HEX, length: 64, prefix: "ct_", checksum: true },
    draw: () => remote("client"),
    exists: (guess) => isFound(identity.authenticateBearer(guess, from())),
  },
  {
    ...{ name: "a sign-in link", alphabet: BASE64, length: 43 },
    draw: () => remote("browser"),
    exists: (token) => isFound(perform(identity.loginRemote, null, { token }, from())),
  },
  {
    ...{ name: "a link for a new password", alphabet: BASE64, length: 32 },
    draw: resetToken,
    exists: async (token) => (await perform(identity.resetLink, null, { token }, from())).live,
  },
  {
    ...{ name: "a link for the developers of a site", alphabet: HEX, length: 64, prefix: "sd_", checksum: true },
    draw: async () => (await ask(createDeveloperLink, await superadmin(), await site())).url.split("/").at(-1) ?? "",
    exists: (guess) => isFound(siteOfDevelopers(guess)),
  },
  {
    ...{ name: "the secret of a site's postbacks", alphabet: BASE64, length: 32 },
    draw: async () => (await ask(makeSecret, await superadmin(), await site())).secret,
  },
  {
    ...{ name: "the secret of a webhook", alphabet: HEX, length: 64, prefix: "whsec_", checksum: true },
    draw: async () => (await ask(createEndpoint, await superadmin(), endpoint)).secret ?? "",
  },
  {
    ...{ name: "a recovery code", alphabet: READABLE, length: 25 },
    draw: async () => (await enrolled(await aPerson("agent"))).recoveryCodes[0]?.replaceAll("-", "") ?? "",
  },
  {
    ...{ name: "a suggested password", alphabet: READABLE, length: 16 },
    draw: () => Promise.resolve(suggestPassword().replaceAll("-", "")),
  },
];

/** A value of the form that the secret has, with a right checksum. */
export function aGuess({ alphabet, length, prefix = "", checksum }: Secret): string {
  const text = prefix + Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  return text + (checksum ? createHash("sha256").update(text).digest("hex").slice(0, 8) : "");
}

export const bitsOf = ({ alphabet, length }: Secret): number => length * Math.log2(alphabet.length);
