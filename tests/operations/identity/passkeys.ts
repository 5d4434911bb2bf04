import { expect } from "vitest";
import * as identity from "../../../server/identity";
import { relyingParty } from "../../../server/identity/two-step/webauthn";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { TestAuthenticator } from "../../world/authenticator";
import { anAddress, aPerson, askerOf, bearerOf, from, PASSWORD, type Person } from "./world";

const { passkeys } = identity;
export const ORIGIN = relyingParty().origin;
export const MINUTES = 60;
export const REFUSED = {
  status: 422,
  data: { passkey: [expect.stringMatching(/^This passkey was not accepted/)] },
};

type Owner = { person: Person; actor: Actor; key: TestAuthenticator; id: number; recoveryCodes: string[] };

export const actorOf = async (bearer: string) => (await askerOf(bearer)) as Actor;
export const optionsOf = (actor: Actor) => perform(passkeys.options, actor, {}, from());

export async function added(actor: Actor, name = "Phone", key = new TestAuthenticator(ORIGIN)) {
  const attestation = key.create(await optionsOf(actor));
  return { key, ...(await perform(passkeys.add, actor, { name, passkey: attestation }, from())) };
}

/** A person whose second step is a passkey. */
export async function anOwner(role: Parameters<typeof aPerson>[0] = "admin"): Promise<Owner> {
  const person = await aPerson(role);
  const actor = await actorOf(await bearerOf(person));
  return { person, actor, ...(await added(actor)) };
}

/** The first step of a sign-in. */
export const begun = ({ username }: Person, ip = anAddress()) =>
  perform(identity.loginOptions, null, { username, password: PASSWORD }, from("call", ip));

export const completed = (ticket: string, proof: object, ip = anAddress()) =>
  perform(identity.loginCode, null, { ticket, ...proof }, from("call", ip));

export async function requestOf(person: Person) {
  const { ticket, passkey, app } = await begun(person);
  if (!passkey) throw new Error("No passkey was asked for.");
  return { ticket, request: passkey, app };
}
