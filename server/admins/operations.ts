import { literal } from "sequelize";
import { z } from "zod";
import { type Account, Admin } from "~models";
import {
  auditedAs,
  changeStatus,
  createAccount,
  findOneVisible,
  hashPassword,
  setPassword,
  ShownPassword,
  showPassword as showPasswordOf,
  visiblePassword,
} from "../accounts";
import { saveVersioned } from "../kernel/database/records";
import { difference } from "../kernel/operation/audit";
import {
  Email,
  Flag,
  Id,
  NewPassword,
  Nothing,
  OptionalField,
  Password,
  PasswordAgain,
  Username,
  Version,
} from "../kernel/operation/input";
import { type Call, command, query } from "../kernel/operation/operation";
import { atLeast, levels } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";

/** An admin as returned by calls. */
const AdminOutput = z
  .object({
    id: z.int(),
    accountId: z.int(),
    email: z.string(),
    username: z.string(),
    plainPassword: z.string().optional(),
    earningVisible: z.boolean(),
    approveAgents: z.boolean(),
    showSuspend: z.boolean(),
    showCommonLogs: z.boolean(),
    active: z.boolean(),
    loginBlocked: z.boolean(),
    version: z.int(),
  })
  .meta({ id: "Admin", description: "An admin with their permissions." });
type AdminOutput = z.output<typeof AdminOutput>;

/**
 * The fields of an admin that may be returned. `admin.account` must be loaded. Records in the call's `revealed` list
 * whose password is shown.
 */
function adminOf({ actor, revealed }: Pick<Call, "actor" | "revealed">, admin: Admin): AdminOutput {
  const account = admin.account as Account;
  const { username, passwordSealed, active, version } = account;
  const managed = { accountId: account.id, role: levels.admin, companyId: null, passwordSealed };
  const plainPassword = visiblePassword(actor, managed);
  if (plainPassword !== undefined) revealed([username]);
  const { id } = admin;
  return {
    ...{
      id,
      accountId: account.id,
      username,
      plainPassword,
      active,
      version,
      loginBlocked: account.isLoginBlocked(now()),
    },
    ...savedOf(admin),
  };
}

/** The stored admin. Throws 404. */
const readAdmin = async (call: Call, id: number): Promise<AdminOutput> =>
  adminOf(call, await findOneVisible(Admin, call.actor, id));

/** The fields of an admin's form, without the sign-in fields. */
const savedOf = ({ email, earningVisible, approveAgents, showSuspend, showCommonLogs }: Admin) => ({
  ...{ email, earningVisible, approveAgents, showSuspend, showCommonLogs },
});

const flags = {
  earningVisible: OptionalField(Flag),
  approveAgents: OptionalField(Flag),
  showSuspend: OptionalField(Flag),
  showCommonLogs: OptionalField(Flag),
};

const samePassword = (input: { password?: string; passwordConfirm?: string }) =>
  (input.password ?? "") === (input.passwordConfirm ?? "");
// `when` runs this check even if other fields are invalid, so that a form gets all of its errors at once.
const mismatch = { path: ["passwordConfirm"], message: "Passwords do not match", when: () => true };

const NewAdmin = z
  .object({
    username: Username,
    email: Email,
    password: Password,
    passwordConfirm: PasswordAgain.min(1, "Please fill in this field."),
    ...flags,
  })
  .refine(samePassword, mismatch);

const ChangedAdmin = z
  .object({
    id: Id,
    email: OptionalField(Email),
    password: NewPassword,
    passwordConfirm: PasswordAgain.optional(),
    ...flags,
    active: OptionalField(Flag),
    loginBlocked: OptionalField(Flag),
    version: Version,
  })
  .refine(samePassword, mismatch);

export const list = query({
  name: "admins.list",
  does: "list admins",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.array(AdminOutput),
  async run(call) {
    const admins = await Admin.findAll({
      ...Admin.visibleTo(call.actor),
      order: [[literal("username COLLATE by_name"), "ASC"], "id"],
    });
    return admins.map((admin) => adminOf(call, admin));
  },
});

export const read = query({
  name: "admins.read",
  does: "read admins",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: AdminOutput,
  run: (call, { id }) => readAdmin(call, id),
});

/** The password of one admin. */
export const showPassword = query({
  name: "admins.showPassword",
  does: "see passwords",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: ShownPassword,
  run: (call, { id }) =>
    showPasswordOf(call, async () => ({
      owner: await findOneVisible(Admin, call.actor, id),
      role: levels.admin,
      companyId: null,
    })),
});

/** Creates an admin. A flag that is left out is false: no dollar amounts, no approvals, no logs. */
export const create = command({
  name: "admins.create",
  does: "add admins",
  allow: atLeast("superadmin"),
  type: "CREATE",
  confirmed: true,
  credentials: true,
  input: NewAdmin,
  output: AdminOutput,
  async run(call, { username, password, passwordConfirm: _same, ...values }) {
    const accountId = await createAccount({ role: levels.admin, username, password, passwordSetByOther: true });
    const admin = await Admin.create({ accountId, ...values });
    const { id } = admin;
    call.changed({ record: "admin", id, before: null, after: { username, ...savedOf(admin) }, onBehalfOf: accountId });
    return readAdmin(call, id);
  },
});

/**
 * Saves an admin. Fields that are left out keep their value. Flags apply from the admin's next request. A new password
 * or a disabled sign-in ends their sessions.
 */
export const update = command({
  name: "admins.update",
  does: "change admins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  credentials: true,
  input: ChangedAdmin,
  output: AdminOutput,
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  current: (call, { id }) => readAdmin(call, id),
  audited: (_call, { id }) => auditedAs("admin", id),
  async run(call, { id, version, password, passwordConfirm: _same, active, loginBlocked, ...values }, hash) {
    const admin = await findOneVisible(Admin, call.actor, id, { lock: true });
    const account = admin.account as Account;
    const before = savedOf(admin);
    const wasBlocked = account.isLoginBlocked(now());
    await saveVersioned(account, version);
    await admin.update(values);
    if (password !== undefined) await setPassword(account.id, password, { byOther: true, hash });
    recordChange(call, admin, before, password);
    const changes = [
      ...(active !== undefined && active !== account.active ? [{ active }] : []),
      ...(loginBlocked !== undefined && loginBlocked !== wasBlocked ? [{ loginBlocked }] : []),
    ];
    for (const change of changes) {
      for (const done of await changeStatus([account.id], change, { by: call.actor })) {
        call.changed({ record: "admin", id, before: done.before, after: done.after, onBehalfOf: account.id });
      }
    }
    return readAdmin(call, id);
  },
});

function recordChange(
  { changed }: Call,
  admin: Admin,
  before: ReturnType<typeof savedOf>,
  password: string | undefined,
): void {
  const changes = difference(before, savedOf(admin));
  if (!changes && password === undefined) return;
  const secret = password === undefined ? {} : { password: "" };
  changed({
    ...{ record: "admin", id: admin.id, onBehalfOf: admin.accountId },
    before: { ...changes?.before, ...secret },
    after: { ...changes?.after, ...secret },
  });
}
