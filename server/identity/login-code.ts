import { z } from "zod";
import { Account } from "~models";
import { writeTransaction } from "../kernel/database/transactions";
import { Required } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { isoTime } from "../kernel/time";
import { invalidForm } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";
import { mailNewDevice, signInAct } from "./known-devices";
import { secondStepFields } from "./own-password";
import { lockAccount, openSession } from "./sessions";
import { startAttempt } from "./throttle";
import { signInWith } from "./two-step/challenge";
import { passkeyOptions } from "./two-step/passkeys";
import { requireCode } from "./two-step/require-code";
import { secondStepsOf } from "./two-step/second-step";
import { openTicket } from "./two-step/ticket";
import { RequestOptions } from "./two-step/webauthn";

const EXPIRED = "This took too long. Please log in again.";
const Ticket = Required(1_000);

export const SessionOutput = z
  .object({ token: z.string(), expiresAt: z.string() })
  .meta({ id: "SessionToken", description: "The token of a session of 12 hours." });

/** The ways through the second step of a sign-in. */
export const CodeForm = z
  .object({
    ticket: z.string(),
    /** The account has an authenticator app. */
    app: z.boolean(),
    /** The request for one of its passkeys, if it has any. */
    passkey: RequestOptions.nullable(),
  })
  .meta({
    id: "SecondStepForm",
    description: "A right password, for five minutes, and the ways to complete its sign-in.",
  });

export async function codeFormOf(accountId: number, ticket: string): Promise<z.output<typeof CodeForm>> {
  const { app, passkeys } = await secondStepsOf(accountId);
  return { ticket, app: app !== null, passkey: passkeyOptions(accountId, passkeys, signInWith(ticket)) };
}

/** The page of the second step, with a new challenge each time. */
export const codeForm = query({
  name: "auth.codeForm",
  does: "sign in",
  allow: anyone,
  input: z.object({ ticket: Ticket }),
  output: CodeForm,
  secret: ["ticket"],
  async run(_call, { ticket }) {
    const note = openTicket(ticket);
    if (!note) throw invalidForm(EXPIRED);
    return codeFormOf(note.accountId, ticket);
  },
});

/** The second step of a sign-in. Takes the ticket from the first one, and a code or the answer of a passkey. */
export const loginCode = command({
  name: "auth.loginCode",
  does: "finish a sign-in with its second step",
  allow: anyone,
  type: "AUTH",
  input: z.object({ ticket: Ticket, ...secondStepFields }),
  output: SessionOutput,
  secret: ["ticket", "totp", "passkey"],
  async before(call, { ticket }) {
    const note = openTicket(ticket);
    const account = note && (await writeTransaction(() => Account.findByPk(note.accountId)));
    if (!account || !note.fits(account.passwordHash)) throw invalidForm(EXPIRED);
    const { id, username, passwordHash } = account;
    return { id, passwordHash, attempt: await startAttempt(call, await signInAct(username, call.from), username) };
  },
  async run(call, { ticket, totp, passkey }, { id, passwordHash, attempt }) {
    const { from, changed } = call;
    const account = await lockAccount(id, passwordHash);
    if (!account) throw invalidForm(EXPIRED);
    const secondStep = await requireCode(call, id, { code: totp, passkey }, { purpose: signInWith(ticket) });
    await mailNewDevice(account, from);
    const session = await openSession({ account, signIn: { secondStep: true } }, from);
    await attempt.clearFailures();
    changed({ record: "session", id: session.id, before: null, after: { ip: from.ip, secondStep }, onBehalfOf: id });
    return { token: session.token, expiresAt: isoTime(session.expiresAt) };
  },
});
