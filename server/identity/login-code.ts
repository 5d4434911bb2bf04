import { z } from "zod";
import { Account } from "~models";
import { writeTransaction } from "../kernel/database/transactions";
import { Required } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { isoTime } from "../kernel/time";
import { invalidForm } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";
import { mailNewDevice, signInAct } from "./known-devices";
import { SessionOutput } from "./login";
import { lockAccount, openSession } from "./sessions";
import { startAttempt } from "./throttle";
import { requireCode } from "./two-step/require-code";
import { openTicket } from "./two-step/ticket";

const EXPIRED = "This took too long. Please log in again.";

/** The second step on the sign-in page. Takes a code and the ticket from the first step. */
export const loginCode = command({
  name: "auth.loginCode",
  does: "sign in",
  allow: anyone,
  type: "AUTH",
  input: z.object({ ticket: Required(1_000), totp: Required(64) }),
  output: SessionOutput,
  secret: ["ticket", "totp"],
  async before(call, { ticket }) {
    const note = openTicket(ticket);
    const account = note && (await writeTransaction(() => Account.findByPk(note.accountId)));
    if (!account || !note.fits(account.passwordHash)) throw invalidForm(EXPIRED);
    const { id, username, passwordHash } = account;
    return { id, passwordHash, attempt: await startAttempt(call, await signInAct(username, call.from), username) };
  },
  async run(call, { totp }, { id, passwordHash, attempt }) {
    const { from, changed } = call;
    const account = await lockAccount(id, passwordHash);
    if (!account) throw invalidForm(EXPIRED);
    const secondStep = await requireCode(call, id, totp);
    await mailNewDevice(account, from);
    const session = await openSession({ account, signIn: { secondStep: true } }, from);
    await attempt.clearFailures();
    changed({ record: "session", id: session.id, before: null, after: { ip: from.ip, secondStep }, onBehalfOf: id });
    return { token: session.token, expiresAt: isoTime(session.expiresAt) };
  },
});
