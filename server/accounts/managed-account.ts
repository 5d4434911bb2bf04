import { Account, Admin, Agent, Office } from "~models";
import { noSuch } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { canManage } from "./readable-passwords";
import { findOneVisible } from "./visibility";

/** The kinds of record that have an account of their own. */
export const ownerKinds = ["agent", "office", "admin"] as const;
export type OwnerKind = (typeof ownerKinds)[number];

/** The account with this id, if the actor manages it. Throws 404 otherwise. */
export async function findManagedAccount(actor: Actor, id: number): Promise<Account> {
  const account = await Account.findOne({ where: { id, deletedAt: null } });
  const agent = account && (await Agent.findOne({ attributes: ["companyId"], where: { accountId: id } }));
  const companyId = agent?.companyId ?? null;
  if (!account || !canManage(actor, { accountId: id, role: account.role, companyId })) throw noSuch("account");
  return account;
}

/** The account of an agent, office or admin, if the actor manages it. Throws 404 otherwise. */
export async function findManagedOwner(actor: Actor, kind: OwnerKind, id: number): Promise<Account> {
  const { accountId } = await findOwner(actor, kind, id);
  return findManagedAccount(actor, accountId);
}

function findOwner(actor: Actor, kind: OwnerKind, id: number): Promise<Agent | Office | Admin> {
  if (kind === "agent") return findOneVisible(Agent, actor, id);
  return kind === "office" ? findOneVisible(Office, actor, id) : findOneVisible(Admin, actor, id);
}
