import type { Day } from "../time";

/** Accounts that act, and rules for what they may do. A lower level includes the rights of all higher ones. */
export const levels = { superadmin: 0, admin: 5, company: 10, agent: 20 } as const;
export type RoleName = keyof typeof levels;
export type RoleLevel = (typeof levels)[RoleName];
export const permissions = ["APPROVE_AGENTS", "SHOW_COMMON_LOGS"] as const;
export type Permission = (typeof permissions)[number];

/** Scope of a client token or of its session: "read" runs no commands, "health" only reads the server's health. */
export const scopes = ["read", "all", "health"] as const;
export type Scope = (typeof scopes)[number];

/**
 * Areas of calls to which a client token may be limited, each with the lowest role that has calls in it. They are the modules
 * of the API document whose calls need a token.
 */
export const areaRoles = {
  "sign-in": "agent",
  "two-step": "agent",
  people: "company",
  catalogue: "agent",
  prices: "admin",
  tracking: "agent",
  logs: "agent",
  postbacks: "agent",
  reports: "agent",
  views: "agent",
  dashboard: "agent",
  signals: "company",
  payroll: "admin",
  statements: "agent",
  "payout-details": "agent",
  messages: "agent",
  webhooks: "agent",
  system: "agent",
} as const satisfies Record<string, RoleName>;
export type Area = keyof typeof areaRoles;
export const areas = Object.keys(areaRoles) as [Area, ...Area[]];

/** Duties of an account before anything else, in this order: replace a given password, set up a second step. */
export type Due = "password" | "secondStep";

export type Actor = {
  readonly accountId: number;
  readonly username: string;
  readonly role: RoleLevel;
  readonly agentId: number | null;
  readonly companyId: number | null;
  readonly officeName: string | null;
  readonly permissions: readonly Permission[];
  readonly earningVisible: boolean;
  /** May see suspended offices, agents and sites in lists and pickers. */
  readonly showSuspend: boolean;
  readonly designated: boolean;
  /** ID of the session in the database, for the audit; null for client tokens and programs on the server. */
  readonly sessionId: number | null;
  /** ID of the client token, if it was itself sent as the bearer token. */
  readonly clientTokenId?: number | null;
  readonly scope: Scope;
  /** The areas of calls to which the client token is limited, or the token that opened the session. Null for all. */
  readonly areas?: readonly Area[] | null;
  /** The service token in use, as logs name it, or the one that opened the session. */
  readonly service?: string | null;
  /** Username of the person who views the account or created the sign-in link in use, if it was somebody else. */
  readonly by?: string | null;
  /** The session is for looking only: `by` views the account. */
  readonly viewing?: boolean;
  /** The credential that signed the person in. */
  readonly opener?: "password" | "link" | "client";
  /** Until when the last given password counts, in milliseconds since 1970. Undefined for programs on the server. */
  readonly confirmedUntil?: number;
  /** The person has to do this before anything else. */
  readonly due?: Due | null;
  /** The last day on which the account may be used without the second step that it needs. Null if nothing is to be set up. */
  readonly secondStepUntil?: Day | null;
  /** When this account last changed something, in milliseconds of the primary's time. Set only with replicas. */
  readonly changedAt?: number | null;
};

/** False for client tokens, and for sessions opened with a token or by somebody else. True for programs on the server. */
export const isPasswordSession = ({ by, opener = "password" }: Actor): boolean => !by && opener === "password";

/** The signed-in account; null if nobody is signed in. */
export type Caller = Actor | null;

/** The other person, or the service token, that used the account, for the audit and the logs. */
export const usedBy = (caller: Caller): string | null => caller?.by ?? caller?.service ?? null;

export const hasRole = (actor: Actor, role: RoleName): boolean => actor.role <= levels[role];
export const hasPermission = (actor: Actor, permission: Permission): boolean =>
  actor.role === levels.superadmin || actor.permissions.includes(permission);

export type Rule = {
  /** The requirement, for OpenAPI and the matrix test: "anyone", "agent", "P:APPROVE_AGENTS" … */
  readonly needs: string;
  readonly admits: (caller: Caller) => boolean;
};

export const anyone: Rule = { needs: "anyone", admits: () => true };
export const atLeast = (role: RoleName): Rule => ({
  needs: role,
  admits: (caller) => caller !== null && hasRole(caller, role),
});
export const only = (role: RoleName): Rule => ({
  needs: `only:${role}`,
  admits: (caller) => caller !== null && caller.role === levels[role],
});
/** Accounts that one of the rules admits. */
export const either = (...rules: readonly Rule[]): Rule => ({
  needs: rules.map(({ needs }) => needs).join("|"),
  admits: (caller) => rules.some(({ admits }) => admits(caller)),
});
export const withPermission = (permission: Permission): Rule => ({
  needs: `P:${permission}`,
  admits: (caller) => caller !== null && hasPermission(caller, permission),
});
/** A superadmin who is the designated user. */
export const designated: Rule = {
  needs: "designated",
  admits: (caller) => caller !== null && caller.role === levels.superadmin && caller.designated,
};

/** The account of programs on the server itself: seeding, migrations, timers. */
export const system: Actor = {
  accountId: 0,
  username: "system",
  role: levels.superadmin,
  agentId: null,
  companyId: null,
  officeName: null,
  permissions: [...permissions],
  earningVisible: true,
  showSuspend: true,
  designated: false,
  sessionId: null,
  scope: "all",
};
