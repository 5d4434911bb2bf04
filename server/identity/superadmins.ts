import { literal } from "sequelize";
import { z } from "zod";
import { Account, Admin } from "~models";
import { auditedAccount, endAccess, isSignInAllowed } from "../accounts";
import { saveVersioned } from "../kernel/database/records";
import { Email, Flag, Id, Ids, Nothing, Updated, Version } from "../kernel/operation/input";
import { type Call, command, query } from "../kernel/operation/operation";
import { conflict, noSuch } from "../kernel/operation/refusal";
import { atLeast, levels } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";

/**
 * The superadmins, for each other and for `npm run admin`: one of them ends or changes the access of another, never of
 * themselves. One who can sign in always remains.
 */

const SUPERADMINS = { role: levels.superadmin, deletedAt: null };
const OWN = "This is your own account. Another superadmin has to do this.";
const LAST = "No other superadmin can sign in.";
const NO_EMAIL = "An admin needs an e-mail address. Please set one first.";

const Superadmin = z
  .object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    loginBlocked: z.boolean(),
    /** The signed-in person. */
    current: z.boolean(),
    version: z.int(),
  })
  .meta({ id: "Superadmin", description: "A superadmin. `id` is that of the account." });

const toOutput = ({ actor }: Call, account: Account): z.output<typeof Superadmin> => {
  const { id, username, admin, version } = account;
  const loginBlocked = account.isLoginBlocked(now());
  return { id, username, email: admin?.email ?? "", loginBlocked, current: id === actor.accountId, version };
};

const find = (ids?: readonly number[]): Promise<Account[]> =>
  Account.findAll({
    where: { ...SUPERADMINS, ...(ids && { id: [...ids] }) },
    include: [{ association: "admin", attributes: ["id", "email"] }],
    order: [literal("username COLLATE by_name"), "id"],
  });

async function readOne(call: Call, id: number): Promise<z.output<typeof Superadmin>> {
  const [account] = await find([id]);
  if (!account) throw noSuch("superadmin");
  return toOutput(call, account);
}

/** All superadmins in alphabetical order. */
export const list = query({
  name: "superadmins.list",
  does: "list superadmins",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.array(Superadmin),
  run: async (call) => (await find()).map((account) => toOutput(call, account)),
});

export const read = query({
  name: "superadmins.read",
  does: "read superadmins",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: Superadmin,
  run: (call, { id }) => readOne(call, id),
});

/** The usernames for the question before an act. */
export const named = query({
  name: "superadmins.named",
  does: "list superadmins",
  allow: atLeast("superadmin"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  run: async (_call, { ids }) => (await find(ids)).map(({ username }) => username),
});

/** Locks all superadmins, so that two acts at once cannot disable the last two. Throws 404 or, for oneself, 409. */
async function lockOther({ actor }: Call, id: number): Promise<{ account: Account; others: Account[] }> {
  const all = await Account.findAll({ where: SUPERADMINS, order: [["id", "ASC"]], lock: true });
  const account = all.find((one) => one.id === id);
  if (!account) throw noSuch("superadmin");
  if (id === actor.accountId) throw conflict(OWN);
  return { account, others: all.filter((one) => one !== account) };
}

function requireAnother(others: readonly Account[]): void {
  if (!others.some(isSignInAllowed)) throw conflict(LAST);
}

function record({ changed }: Call, { id }: Account, before: object, after: object): void {
  changed({ record: "account", id, before: { ...before }, after: { ...after }, onBehalfOf: id });
}

const nextVersion = { version: literal("version + 1") };

/** Disables the sign-in of another superadmin, or enables it again. Disabling ends their sessions, tokens and webhooks. */
export const setStatus = command({
  name: "superadmins.setStatus",
  does: "disable the sign-in of superadmins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  credentials: true,
  input: z.object({ id: Id, loginBlocked: Flag }),
  output: Updated,
  async run(call, { id, loginBlocked }) {
    const { account, others } = await lockOther(call, id);
    if (loginBlocked) requireAnother(others);
    const before = { loginBlocked: account.isLoginBlocked(now()) };
    await account.update({ loginBlocked, loginEnabledUntil: null, ...nextVersion });
    if (loginBlocked) await endAccess(id);
    record(call, account, before, { loginBlocked });
    return { updated: 1 };
  },
});

/**
 * Makes another superadmin an admin, whom superadmins see, change and delete. Ends their sessions and tokens. They did
 * not choose their password for others to read, so the readable copy is deleted.
 */
export const demote = command({
  name: "superadmins.demote",
  does: "make superadmins admins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  credentials: true,
  input: z.object({ id: Id }),
  output: Updated,
  async run(call, { id }) {
    const { account, others } = await lockOther(call, id);
    requireAnother(others);
    if (!(await Admin.findOne({ where: { accountId: id } }))) throw conflict(NO_EMAIL);
    await account.update({ role: levels.admin, passwordSealed: null, ...nextVersion });
    await endAccess(id);
    record(call, account, { role: levels.superadmin }, { role: levels.admin });
    return { updated: 1 };
  },
});

/** Replaces the e-mail address of another superadmin. */
export const setEmail = command({
  name: "superadmins.setEmail",
  does: "change the e-mail of superadmins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  credentials: true,
  input: z.object({ id: Id, email: Email, version: Version }),
  output: Superadmin,
  current: (call, { id }) => readOne(call, id),
  audited: (_call, { id }) => auditedAccount(id),
  async run(call, { id, email, version }) {
    const { account } = await lockOther(call, id);
    await saveVersioned(account, version);
    const admin = await Admin.findOne({ where: { accountId: id } });
    const before = { email: admin?.email ?? "" };
    if (admin) await admin.update({ email });
    else {
      const flags = { earningVisible: true, approveAgents: true, showSuspend: true, showCommonLogs: true };
      await Admin.create({ accountId: id, email, ...flags });
    }
    record(call, account, before, { email });
    return readOne(call, id);
  },
});
