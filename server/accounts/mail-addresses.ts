import { Account, Admin, Agent, Office } from "~models";
import { levels, type RoleLevel } from "../kernel/operation/roles";
import { type OptionalMail, wantsMail } from "./optional-mails";

/** The e-mail address of the agent, the office's manager or the admin with this account; "" if there is none. */
export async function mailAddressOf(accountId: number): Promise<string> {
  const where = { accountId };
  const agent = await Agent.findOne({ attributes: ["email"], where });
  const office = await Office.findOne({ attributes: ["manEmail"], where });
  const admin = await Admin.findOne({ attributes: ["email"], where });
  return agent?.email ?? office?.manEmail ?? admin?.email ?? "";
}

/** The e-mail addresses of the superadmins who are not suspended; for an optional mail of those who want it. */
export const superadminAddresses = (kind?: OptionalMail): Promise<string[]> => addressesOf([levels.superadmin], kind);

/** The same of the admins and superadmins. */
export const adminAddresses = (kind: OptionalMail): Promise<string[]> =>
  addressesOf([levels.superadmin, levels.admin], kind);

async function addressesOf(role: readonly RoleLevel[], kind?: OptionalMail): Promise<string[]> {
  const where = { role: [...role], active: true, deletedAt: null };
  const admins = await Admin.findAll({ include: [{ model: Account, as: "account", where }] });
  const wants = admins.filter(({ account }) => !kind || !account || wantsMail(account, kind));
  return wants.map(({ email }) => email).filter(Boolean);
}
