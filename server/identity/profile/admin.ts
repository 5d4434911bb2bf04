import { z } from "zod";
import { auditedAccount, changesCredentials, wantedMails, WantedMails } from "../../accounts";
import { type Account, Admin } from "~models";
import { Email, Flag, OptionalField, Nothing, Version } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import {
  chooseMails,
  hashNewPassword,
  isConfirmed,
  MISMATCH,
  ownAccount,
  passwordFields,
  saveOwnAccount,
  SECRET,
} from "./own-account";

export const AdminProfile = z
  .object({
    username: z.string(),
    email: z.string(),
    showSuspend: z.boolean(),
    mails: z.array(z.string()),
    version: z.int(),
  })
  .meta({ id: "AdminProfile", description: "The settings of an admin's own account." });

/** Null for a superadmin without a record: they do not need its flags. */
const recordOf = ({ accountId }: Actor): Promise<Admin | null> => Admin.findOne({ where: { accountId } });

const profileOf = (account: Account, admin: Admin | null): z.output<typeof AdminProfile> => ({
  username: account.username,
  email: admin?.email ?? "",
  showSuspend: admin?.showSuspend ?? true,
  mails: wantedMails(account),
  version: account.version,
});

export const adminProfile = async (actor: Actor): Promise<z.output<typeof AdminProfile>> =>
  profileOf(await ownAccount(actor), await recordOf(actor));

export const read = query({
  name: "profile.admin.read",
  does: "read the profile of an admin",
  allow: atLeast("admin"),
  input: Nothing,
  output: AdminProfile,
  run: ({ actor }) => adminProfile(actor),
});

const credentials = changesCredentials(async ({ actor }) => (await recordOf(actor))?.email ?? "");

/** Admins can change their e-mail, password, `showSuspend` flag and mails. They cannot change their other flags. */
export const update = command({
  name: "profile.admin.update",
  does: "change the profile of an admin",
  allow: atLeast("admin"),
  type: "UPDATE",
  whileDue: ["password"],
  credentials,
  confirmed: credentials,
  input: z
    .object({
      email: OptionalField(Email),
      showSuspend: OptionalField(Flag),
      mails: OptionalField(WantedMails),
      ...passwordFields,
      version: Version,
    })
    .refine(isConfirmed, MISMATCH),
  output: AdminProfile,
  secret: SECRET,
  before: hashNewPassword,
  current: ({ actor }) => adminProfile(actor),
  audited: ({ actor }) => auditedAccount(actor.accountId),
  async run(call, { password, passwordConfirm: _, keepTokens, version, ...fields }, hash: string | undefined) {
    const { actor } = call;
    const account = await ownAccount(actor, { lock: true });
    const admin = await recordOf(actor);
    const before = profileOf(account, admin);
    await chooseMails(account, fields.mails);
    const after = { ...before, ...fields, mails: wantedMails(account) };
    const { email, showSuspend } = after;
    if (admin) await admin.update({ email, showSuspend });
    else await Admin.create({ accountId: account.id, email, showSuspend });
    await saveOwnAccount(call, account, version, { before, after, password, keepTokens, hash });
    return adminProfile(actor);
  },
});
