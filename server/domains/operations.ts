import { type Attributes, literal, Op } from "sequelize";
import { z } from "zod";
import { Domain } from "~models";
import { saveVersioned } from "../kernel/database/records";
import { sql } from "../kernel/database/sql";
import { execute } from "../kernel/database/transactions";
import { auditKey, difference } from "../kernel/operation/audit";
import { Flag, Id, Ids, Lines, Nothing, OptionalField, Required, Updated, Version } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { conflict, noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { DomainOutput, listDomains, findDomain } from "./domain";

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const MESSAGE = "Please enter a web address such as https://example.org.";

/**
 * The origin of an http(s) address: scheme, host and port, in lowercase, without path. Undefined if a browser would
 * read a different host than a person does: user info before an @, a backslash, control characters, or a host written
 * as a number.
 */
function originOf(text: string): string | undefined {
  const [, authority = ""] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (authority === "" || /[@%]/.test(authority)) return undefined;
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, origin, port } = new URL(text);
  const typed = authority.replace(/:\d*$/, "").toLowerCase();
  const isPlain = /^[\x21-\x7e]+$/.test(typed);
  // Internationalized host names are stored in the form that browsers send. ASCII ones must stay as typed.
  if (port === "0" || (isPlain && hostname !== typed)) return undefined;
  return HOST.test(hostname) || /^\[[0-9a-f:.]+\]$/.test(hostname) ? origin : undefined;
}

/** An http(s) origin. A typed path is dropped. */
const Origin = Required().transform((text, context) => {
  const origin = text === "" ? undefined : originOf(text);
  if (origin !== undefined) return origin;
  if (text !== "") context.addIssue({ code: "custom", message: MESSAGE });
  return text;
});

const optional = { description: OptionalField(Lines(1_000)), hidden: OptionalField(Flag) };

const NewDomain = z.object({ domain: Origin, ...optional });
const ChangedDomain = z.object({ id: Id, domain: OptionalField(Origin), ...optional, version: Version });

export const LAST_ACTIVE = "Need at least one active domain";

/**
 * The domains with these ids, and the ids of all active ones. Takes a table lock, so that changes run one after
 * another: otherwise two people could each hide one of the last two. Readers do not wait. Throws 404.
 */
async function lockDomains(ids: readonly number[]): Promise<{ chosen: Domain[]; active: number[] }> {
  await execute(sql`LOCK TABLE domains IN SHARE ROW EXCLUSIVE MODE`);
  const locked = await Domain.findAll({ where: { [Op.or]: [{ id: [...ids] }, { hidden: false }] }, order: ["id"] });
  const chosen = locked.filter(({ id }) => ids.includes(id));
  if (chosen.length < ids.length) throw noSuch("domain");
  return { chosen, active: locked.filter(({ hidden }) => !hidden).map(({ id }) => id) };
}

/** True if hiding these would leave no active domain for links (DOMAIN-12). */
export const wouldHideLast = (ids: readonly number[], active: readonly number[]): boolean =>
  active.length > 0 && active.every((id) => ids.includes(id));

/** Throws 409. */
function requireActive(ids: readonly number[], active: readonly number[]): void {
  if (wouldHideLast(ids, active)) throw conflict(LAST_ACTIVE);
}

/** Every domain, including hidden ones, with the offices that prefer it. */
export const list = query({
  name: "domains.list",
  does: "list preferred domains",
  allow: atLeast("admin"),
  input: Nothing,
  output: z.array(DomainOutput),
  run: ({ actor }) => listDomains(actor),
});

export type PreferredDomain = Pick<Attributes<Domain>, "id" | "domain">;

/** The domains to choose from, by name. Includes a hidden one only if it is the current choice. */
export async function listDomainOptions(currentId: number | null = null): Promise<PreferredDomain[]> {
  const domains = await Domain.findAll({
    attributes: ["id", "domain"],
    where: currentId === null ? { hidden: false } : { [Op.or]: [{ hidden: false }, { id: currentId }] },
    order: [[literal("domain COLLATE by_name"), "ASC"], "id"],
  });
  return domains.map(({ id, domain }) => ({ id, domain }));
}

/** The default of a new office: the domain with id 1, otherwise the first listed (OFFICE-21). */
export const defaultDomain = (domains: readonly PreferredDomain[]): PreferredDomain | undefined =>
  domains.find(({ id }) => id === 1) ?? domains[0];

export const read = query({
  name: "domains.read",
  does: "read preferred domains",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: DomainOutput,
  run: ({ actor }, { id }) => findDomain(actor, id),
});

/** Creates a domain for offices to choose, active by default. Each origin can exist only once. */
export const create = command({
  name: "domains.create",
  does: "add preferred domains",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewDomain,
  output: DomainOutput,
  async run({ actor, changed }, { domain, description = "", hidden = false }) {
    const { id } = await Domain.create({ domain, description, hidden });
    changed({ record: "domain", id, before: null, after: { domain, description, hidden } });
    return findDomain(actor, id);
  },
});

/** Saves a domain. Fields that are left out keep their value. The last active domain cannot be hidden. */
export const update = command({
  name: "domains.update",
  does: "change preferred domains",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedDomain,
  output: DomainOutput,
  current: ({ actor }, { id }) => findDomain(actor, id),
  audited: (_call, { id }) => auditKey("domain", id),
  async run({ actor, changed }, { id, version, ...fields }) {
    const { chosen, active } = await lockDomains([id]);
    const stored = chosen[0] as Domain;
    const before = auditedFields(stored);
    await saveVersioned(stored, version, fields);
    if (stored.hidden) requireActive([id], active);
    const changes = difference(before, auditedFields(stored));
    if (changes) changed({ record: "domain", id, ...changes });
    return findDomain(actor, id);
  },
});

const auditedFields = ({ domain, description, hidden }: { domain: string; description: string; hidden: boolean }) => ({
  domain,
  description,
  hidden,
});

/**
 * Hides or activates domains. The last active one cannot be hidden. New links of offices that prefer a hidden domain
 * use the first active one; existing links keep working.
 */
export const setStatus = command({
  name: "domains.setStatus",
  does: "change the status of preferred domains",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ ids: Ids, hidden: Flag }),
  output: Updated,
  async run({ changed }, { ids, hidden }) {
    const { chosen, active } = await lockDomains(ids);
    if (hidden) requireActive(ids, active);
    for (const domain of chosen.filter((one) => one.hidden !== hidden)) {
      await domain.update({ hidden });
      changed({ record: "domain", id: domain.id, before: { hidden: !hidden }, after: { hidden } });
    }
    return { updated: ids.length };
  },
});
