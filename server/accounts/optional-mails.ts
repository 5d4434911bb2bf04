import { z } from "zod";
import type { Account } from "~models";
import { levels, type RoleLevel } from "../kernel/operation/roles";

type Kind = { label: string; roles: readonly RoleLevel[] };

/**
 * The mails that their recipients may switch off, with the roles that get them. Mails about security
 * and links that somebody asked for are always sent, and so are those to agents: they answer what the agent asked for, and the approval arrives before they can sign in.
 */
const kinds = {
  agentRejected: { label: "An agent of my office was not approved", roles: [levels.company] },
  claimDecided: { label: "A claim of mine was booked or declined", roles: [levels.company] },
  webhookDisabled: { label: "A webhook endpoint was disabled", roles: [levels.company, levels.superadmin] },
  signals: { label: "Open signals, once a day", roles: [levels.company, levels.admin, levels.superadmin] },
} as const satisfies Readonly<Record<string, Kind>>;

export type OptionalMail = keyof typeof kinds;
const names = Object.keys(kinds) as OptionalMail[];

const receives = (role: RoleLevel) => (kind: OptionalMail) =>
  (kinds[kind].roles as readonly RoleLevel[]).includes(role);

/** The choices of a role, with their labels. */
export const optionalMailsOf = (role: RoleLevel): { value: OptionalMail; label: string }[] =>
  names.filter(receives(role)).map((value) => ({ value, label: kinds[value].label }));

/** The kinds that somebody wants, in the order of the list and without repetitions. */
export const WantedMails = z
  .array(z.enum(names, "Please choose mails from the list."))
  .max(100)
  .transform((chosen) => names.filter((kind) => chosen.includes(kind)));

type Muting = Pick<Account, "role" | "mutedMails">;

export const wantsMail = ({ mutedMails }: Pick<Account, "mutedMails">, kind: OptionalMail): boolean =>
  !mutedMails.includes(kind);

/** The kinds that the account receives. New kinds are on: only those that somebody switched off are stored. */
export const wantedMails = (account: Muting): OptionalMail[] =>
  names.filter(receives(account.role)).filter((kind) => wantsMail(account, kind));

/** The value of `mutedMails` with which the account receives these kinds and no others of its role. */
export const mutedBy = ({ role, mutedMails }: Muting, wanted: readonly OptionalMail[]): string[] => {
  const own = names.filter(receives(role));
  const others = mutedMails.filter((kind) => !own.some((known) => known === kind));
  return [...others, ...own.filter((kind) => !wanted.includes(kind))];
};
