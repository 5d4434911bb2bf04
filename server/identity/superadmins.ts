import { literal } from "sequelize";
import { z } from "zod";
import { Account, Admin, PasswordReset } from "~models";
import { endAccess, isSignInAllowed } from "../accounts";
import { Email, TypedUsername } from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { atLeast, levels } from "../kernel/operation/roles";

/** Operations of `npm run admin` that end or change the access of superadmins, whom no screen shows. One always remains. */

const Named = z.object({ username: TypedUsername() });
const nextVersion = { version: literal("version + 1") };

/** Locks all superadmins, so that two acts at once cannot disable the last two. Throws 422 if none has the username. */
async function lockSuperadmins(username: string): Promise<{ account: Account; others: Account[] }> {
  const all = await Account.findAll({
    where: { role: levels.superadmin, deletedAt: null },
    order: [["id", "ASC"]],
    lock: true,
  });
  const account = all.find((one) => one.username.toLowerCase() === username.toLowerCase());
  if (!account) throw invalid({ username: ["There is no superadmin with this username."] });
  return { account, others: all.filter((one) => one !== account) };
}

function requireAnother(others: readonly Account[]): void {
  if (!others.some(isSignInAllowed)) throw invalid({ username: ["No other superadmin can sign in."] });
}

function record({ changed }: Call, { id }: Account, before: object, after: object): void {
  changed({ record: "account", id, before: { ...before }, after: { ...after }, onBehalfOf: id });
}

/** Disables the sign-in of a superadmin, or enables it again. Disabling ends their sessions, tokens and webhooks. */
export const blockSuperadmin = command({
  name: "accounts.blockSuperadmin",
  does: "disable the sign-in of superadmins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: Named.extend({ loginBlocked: z.boolean() }),
  output: Named,
  async run(call, { username, loginBlocked }) {
    const { account, others } = await lockSuperadmins(username);
    if (loginBlocked) requireAnother(others);
    const before = { loginBlocked: account.loginBlocked };
    await account.update({ loginBlocked, loginEnabledUntil: null, ...nextVersion });
    if (loginBlocked) await endAccess(account.id);
    record(call, account, before, { loginBlocked });
    return { username: account.username };
  },
});

/** Makes a superadmin an admin, whom other superadmins see, change and delete. Ends their sessions and tokens. */
export const demoteSuperadmin = command({
  name: "accounts.demoteSuperadmin",
  does: "make superadmins admins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: Named,
  output: Named,
  async run(call, { username }) {
    const { account, others } = await lockSuperadmins(username);
    requireAnother(others);
    if (!(await Admin.findOne({ where: { accountId: account.id } }))) {
      throw invalid({ username: ["An admin needs an e-mail address. Please set one first."] });
    }
    await account.update({ role: levels.admin, ...nextVersion });
    await endAccess(account.id);
    record(call, account, { role: levels.superadmin }, { role: levels.admin });
    return { username: account.username };
  },
});

/** Replaces the e-mail address of a superadmin. Links that were mailed to the former one end. */
export const setSuperadminEmail = command({
  name: "accounts.setSuperadminEmail",
  does: "change the e-mail of superadmins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: Named.extend({ email: Email }),
  output: Named,
  async run(call, { username, email }) {
    const { account } = await lockSuperadmins(username);
    const admin = await Admin.findOne({ where: { accountId: account.id } });
    const before = { email: admin?.email ?? "" };
    if (admin) await admin.update({ email });
    else {
      const flags = { earningVisible: true, approveAgents: true, showSuspend: true, showCommonLogs: true };
      await Admin.create({ accountId: account.id, email, ...flags });
    }
    await account.update(nextVersion);
    await PasswordReset.destroy({ where: { accountId: account.id, usedAt: null } });
    record(call, account, before, { email });
    return { username: account.username };
  },
});
