import { z } from "zod";
import { Domain } from "~models";
import { broken } from "../kernel/database/constraint";
import { Html } from "../kernel/text/html";
import {
  Email,
  Flag,
  Id,
  Kept,
  NewPassword,
  Password,
  Required,
  Text,
  Username,
  Verbatim,
  Version,
} from "../kernel/operation/input";
import { invalid } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { knowsSites } from "../sites";

const SiteIds = z.array(Id).max(10_000, "Please choose fewer sites.");
const ManEmail = Text(254).refine(
  (text) => text === "" || Email.safeParse(text).success,
  "Please enter a valid e-mail address.",
);

/** Fields of an office's form besides username and password. */
const shared = {
  officeName: Required(),
  manFirstName: Required(),
  manLastName: Required(),
};
const optional = {
  manEmail: Kept(ManEmail),
  agentNotes: Kept(Html),
  preferredDomainId: Kept(Id.nullable()),
  siteIds: Kept(SiteIds),
  active: Kept(Flag),
  hidden: Kept(Flag),
};

const samePassword = (given: { password?: string; passwordConfirm?: string }) =>
  (given.password ?? "") === (given.passwordConfirm ?? "");
// Checked even if other fields are invalid, so that the form reports all errors at once.
const mismatch = { path: ["passwordConfirm"], message: "Passwords do not match", when: () => true };

export const NewOffice = z
  .object({
    ...shared,
    username: Username,
    password: Password,
    passwordConfirm: Verbatim(255).min(1, "Please fill in this field."),
    ...optional,
  })
  .refine(samePassword, mismatch);

export const ChangedOffice = z
  .object({
    id: Id,
    officeName: Kept(shared.officeName),
    manFirstName: Kept(shared.manFirstName),
    manLastName: Kept(shared.manLastName),
    password: NewPassword,
    passwordConfirm: Verbatim(255).optional(),
    ...optional,
    version: Version,
  })
  .refine(samePassword, mismatch);

/** Refuses a domain that cannot be chosen. The current one stays allowed even when it is hidden. */
export async function requireDomain(id: number | null | undefined, present: number | null = null): Promise<void> {
  if (id === undefined || id === null || id === present) return;
  if ((await Domain.count({ where: { id, hidden: false } })) === 0) {
    throw invalid({ preferredDomainId: ["Please choose one from the list."] });
  }
}

/** Refuses sites that the account cannot see. */
export async function requireSites(actor: Actor, ids: readonly number[] = []): Promise<void> {
  if (!(await knowsSites(actor, ids))) throw broken("office_sites_site_id_fkey");
}
