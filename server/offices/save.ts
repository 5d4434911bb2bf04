import { z } from "zod";
import { type Account, Domain, Office, OfficeSite, Site, type StatusChange } from "~models";
import {
  auditedAs,
  changesCredentials,
  createAccount,
  endAccess,
  findOneVisible,
  hashPassword,
  refuseGuessable,
  setPassword,
  statusHow,
} from "../accounts";
import { defaultDomain, listDomainOptions } from "../domains";
import { refusalForConstraint } from "../kernel/operation/constraint";
import { markLinksChanged } from "../kernel/database/link-state";
import { saveVersioned } from "../kernel/database/records";
import { difference } from "../kernel/operation/audit";
import {
  Email,
  Flag,
  Id,
  NewPassword,
  OptionalField,
  Password,
  PasswordAgain,
  Required,
  Text,
  Username,
  Version,
} from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { checkAll, invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast, levels } from "../kernel/operation/roles";
import { Html } from "../kernel/operation/html";
import { canSeeSites } from "../sites";
import { findOffice, toOfficeOutput, OfficeOutput } from "./office";
import { setSoldSites, soldSiteIds } from "./sites";
import { findSuspendedAlone } from "./suspended-alone";

const SiteIds = z.array(Id).max(10_000, "Please choose fewer sites.");
const ManEmail = Text(254).refine(
  (text) => text === "" || Email.safeParse(text).success,
  "Please use the form name@example.com.",
);

/** Fields of an office's form besides username and password. */
const shared = {
  officeName: Required(),
  manFirstName: Required(),
  manLastName: Required(),
};
const optional = {
  manEmail: OptionalField(ManEmail),
  agentNotes: OptionalField(Html),
  preferredDomainId: OptionalField(Id.nullable()),
  siteIds: OptionalField(SiteIds),
  active: OptionalField(Flag),
  hidden: OptionalField(Flag),
};

const samePassword = (input: { password?: string; passwordConfirm?: string }) =>
  (input.password ?? "") === (input.passwordConfirm ?? "");
// Checked even if other fields are invalid, so that the form reports all errors at once.
const mismatch = { path: ["passwordConfirm"], message: "Passwords do not match", when: () => true };

const NewOffice = z
  .object({
    ...shared,
    username: Username,
    password: Password,
    passwordConfirm: PasswordAgain.min(1, "Please fill in this field."),
    ...optional,
  })
  .refine(samePassword, mismatch);

const ChangedOffice = z
  .object({
    id: Id,
    officeName: OptionalField(shared.officeName),
    manFirstName: OptionalField(shared.manFirstName),
    manLastName: OptionalField(shared.manLastName),
    password: NewPassword,
    passwordConfirm: PasswordAgain.optional(),
    ...optional,
    version: Version,
  })
  .refine(samePassword, mismatch);

/** Refuses a domain that cannot be chosen. The current one stays allowed even when it is hidden. */
async function requireDomain(id: number | null | undefined, currentId: number | null = null): Promise<void> {
  if (id === undefined || id === null || id === currentId) return;
  if ((await Domain.count({ where: { id, hidden: false } })) === 0) {
    throw invalid({ preferredDomainId: ["Please choose one from the list."] });
  }
}

/** Refuses sites that the account cannot see. */
async function requireSites(actor: Actor, ids: readonly number[] = []): Promise<void> {
  if (!(await canSeeSites(actor, ids))) throw refusalForConstraint("office_sites_site_id_fkey");
}

/**
 * Changes the state of offices and, except for the sign-in, of their agents. `keepSuspended` leaves out agents who were
 * suspended on their own. The audit records each change.
 */
export async function changeOffices(
  { actor, changed }: Call,
  offices: readonly Office[],
  change: StatusChange,
  { reason, keepSuspended = false }: { reason?: string; keepSuspended?: boolean } = {},
): Promise<void> {
  const kept = keepSuspended ? await lockSuspendedAlone(offices) : new Set<number>();
  const result = await Office.changeStatus(offices, change, statusHow(actor, reason), kept);
  if ("loginBlocked" in change && change.loginBlocked)
    await endAccess(result.offices.map(({ accountId }) => accountId));
  const recordChanges = (record: "office" | "agent", rows: typeof result.offices) => {
    for (const { id, accountId, before, after } of rows) changed({ record, id, before, after, onBehalfOf: accountId });
  };
  recordChanges("office", result.offices);
  recordChanges("agent", result.agents);
  // Hiding changes lists only, never traffic.
  if ("active" in change) await markLinksChanged();
}

/** Locked first, because a suspension may be under way. */
async function lockSuspendedAlone(offices: readonly Office[]): Promise<Set<number>> {
  const ids = offices.map(({ id }) => id);
  await Office.lockEmployedAgents(ids);
  return new Set((await findSuspendedAlone(ids)).map(({ id }) => id));
}

/**
 * Adds an office with its manager's sign-in. By default it is active and has every site and the first preferred domain.
 */
export const create = command({
  name: "offices.create",
  does: "add offices",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewOffice,
  output: OfficeOutput,
  async run(call, { username, password, active = true, hidden = false, siteIds, ...fields }) {
    const { officeName, manFirstName, manLastName, manEmail, agentNotes } = fields;
    await checkAll(
      () => requireDomain(fields.preferredDomainId),
      () => requireSites(call.actor, siteIds),
      () => refuseGuessable(password, username),
    );
    const preferredDomainId =
      fields.preferredDomainId === undefined
        ? (defaultDomain(await listDomainOptions())?.id ?? null)
        : fields.preferredDomainId;
    const accountId = await createAccount({
      ...{ role: levels.company, username, password, passwordSetByOther: true },
      ...{ active, hidden },
    });
    const values = { accountId, officeName, manFirstName, manLastName, manEmail, agentNotes, preferredDomainId };
    const { id } = await Office.create(values);
    const initialSiteIds = siteIds ?? (await Site.findAll({ attributes: ["id"], raw: true })).map((site) => site.id);
    await OfficeSite.bulkCreate(
      initialSiteIds.map((siteId) => ({ companyId: id, siteId })),
      { ignoreDuplicates: true },
    );
    await markLinksChanged();
    const created = await findOffice(call.actor, id);
    const { passwordSealed: _sealed, registeredAt: _at, accountId: _account, ...after } = created;
    call.changed({ record: "office", id, before: null, after, onBehalfOf: accountId });
    return toOfficeOutput(call, created);
  },
});

const newEmail = changesCredentials(
  async ({ actor }, { id }: { id: number; email?: string; password?: string }) =>
    (await findOneVisible(Office, actor, id)).manEmail,
);
const credentials = (call: Call, { id, password, manEmail }: z.output<typeof ChangedOffice>) =>
  newEmail(call, { id, password, email: manEmail });

/**
 * Saves an office. Missing fields keep their value. A changed status also applies to its agents, and a new password
 * ends its sessions.
 */
export const update = command({
  name: "offices.update",
  does: "change offices",
  allow: atLeast("admin"),
  type: "UPDATE",
  credentials,
  confirmed: credentials,
  input: ChangedOffice,
  output: OfficeOutput,
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  current: async (call, { id }) => toOfficeOutput(call, await findOffice(call.actor, id)),
  audited: (_call, { id }) => auditedAs("office", id),
  async run(call, { id, version, password, active, hidden, siteIds, passwordConfirm: _same, ...fields }, hash) {
    const office = await findOneVisible(Office, call.actor, id, { lock: true });
    const account = office.account as Account;
    const before = await auditedFields(office);
    await saveVersioned(account, version);
    await checkAll(
      () => requireDomain(fields.preferredDomainId, office.preferredDomainId),
      () => requireSites(call.actor, siteIds),
      () => password !== undefined && refuseGuessable(password, account.username),
    );
    await office.update(fields);
    if (siteIds && (await setSoldSites(id, siteIds))) await markLinksChanged();
    if (password !== undefined) await setPassword(account.id, password, { byOther: true, hash });
    const changes = difference(before, await auditedFields(office));
    if (changes || password !== undefined) {
      const secret = password === undefined ? {} : { password: "" };
      call.changed({
        ...{ record: "office", id, onBehalfOf: account.id },
        before: { ...changes?.before, ...secret },
        after: { ...changes?.after, ...secret },
      });
    }
    if (active !== undefined && active !== account.active) await changeOffices(call, [office], { active });
    if (hidden !== undefined && hidden !== account.hidden) await changeOffices(call, [office], { hidden });
    return toOfficeOutput(call, await findOffice(call.actor, id));
  },
});

/** The fields of an office that the audit records. */
async function auditedFields(office: Office) {
  const { id, officeName, manFirstName, manLastName, manEmail, agentNotes, preferredDomainId } = office;
  const siteIds = await soldSiteIds(id);
  return { officeName, manFirstName, manLastName, manEmail, agentNotes, preferredDomainId, siteIds };
}
