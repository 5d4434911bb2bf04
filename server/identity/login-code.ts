import { z } from "zod";
import { Account } from "~models";
import { writeTransaction } from "../kernel/database/transactions";
import { Required } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { isoTime } from "../kernel/periods";
import { invalid, invalidForm } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";
import { Opened } from "./login";
import { holdAccount, openSession } from "./sessions";
import { admit } from "./throttle";
import { pass, WRONG_CODE } from "./two-step/authenticator";
import { opened } from "./two-step/ticket";

const OVER = "This took too long. Please log in again.";

/** The second step on the sign-in page. Takes a code and the ticket from the first step. */
export const loginCode = command({
  name: "auth.loginCode",
  does: "sign in",
  allow: anyone,
  type: "AUTH",
  input: z.object({ ticket: Required(1_000), totp: Required(64) }),
  output: Opened,
  secret: ["ticket", "totp"],
  async before(call, { ticket }) {
    const note = opened(ticket);
    const account = note && (await writeTransaction(() => Account.findByPk(note.accountId)));
    if (!account || !note.fits(account.passwordHash)) throw invalidForm(OVER);
    const { id, username, passwordHash } = account;
    return { id, passwordHash, attempt: await admit(call, "sign-in", username) };
  },
  async run({ from, changed }, { totp }, { id, passwordHash, attempt }) {
    const account = await holdAccount(id, passwordHash);
    if (!account) throw invalidForm(OVER);
    const secondStep = await pass(id, totp);
    if (!secondStep) throw invalid({ totp: [WRONG_CODE] });
    const session = await openSession({ account }, from);
    await attempt.forgive();
    changed({ record: "session", id: session.id, before: null, after: { ip: from.ip, secondStep }, onBehalfOf: id });
    return { token: session.token, expiresAt: isoTime(session.expiresAt) };
  },
});
