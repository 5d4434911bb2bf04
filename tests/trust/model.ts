import { levels, type RoleName } from "../../server/kernel/operation/roles";

/**
 * The rules of access on paper: which sessions and tokens are open at a moment, and which act opens or ends them.
 * It shares no rule with the product.
 */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const IDLE = 8 * HOUR;
const CONFIRMED = 15 * MINUTE;
const WINDOW = 15 * MINUTE;
const MOST_FAILURES = { pair: 5, name: 50, address: 200 };
const TOUCHED_AFTER = MINUTE;
const STEP = 30_000;
const WRONG_CODES = 10;

export type Person = {
  accountId: number;
  /** ID of the agent, office or admin. */
  ownerId: number;
  role: RoleName;
  /** The office of a manager or agent. */
  office: number;
  username: string;
  email: string;
  password: string;
  isBlocked: boolean;
  enabledUntil: number | null;
  /** The second step: the secret of the app, when it was begun, and whether a code has confirmed it. */
  app: { code: (steps?: number) => string; begunAt: number; isOn: boolean; lastStep: number | null } | null;
  wrongCodes: number;
  lockedUntil: number;
  recoveryCodes: string[];
  usedCodes: string[];
};

type Opened = { person: Person; token: string; id: number; kind: "browser" | "bearer"; expiresAt: number };
export type Session = Opened & {
  /** The link or client token that opened it. */
  by: Token | null;
  /** The session of the person who views. */
  viewer: Session | null;
  scope: "all" | "read";
  confirmedAt: number;
  hadCode: boolean;
  seenAt: number;
  hasEnded: boolean;
};
export type Token = {
  id: number;
  token: string;
  kind: "browser" | "client";
  person: Person;
  maker: Person;
  scope: "all" | "read";
  expiresAt: number;
  isUsed: boolean;
  isRevoked: boolean;
};
export type ResetLink = { token: string; person: Person; expiresAt: number; isUsed: boolean; isGone: boolean };

export type Caller = {
  person: Person;
  session: Session | null;
  token: Token | null;
  scope: "all" | "read";
  /** The person who views or made the link. */
  by: Person | null;
  isView: boolean;
  opener: "password" | "link" | "client";
};

export const INVALID_TOKEN = "401 INVALID_TOKEN";
export const FORBIDDEN = "403 FORBIDDEN";
export const INVALID = "422 VALIDATION_ERROR";
export const NOT_FOUND = "404 NOT_FOUND";
export const CONFLICT = "409 CONFLICT";
export const TOO_MANY = "429 TOO_MANY_REQUESTS";

export type Code = "none" | "app" | "wrong" | "recovery" | "used";
type Act = "sign-in" | "forgot" | "reset";
type Rule = { role?: RoleName; viewing?: true; auth?: true; credentials?: true; confirmed?: true };

export class Model {
  readonly sessions: Session[] = [];
  readonly tokens: Token[] = [];
  readonly links: ResetLink[] = [];
  /** How many sessions and tokens were compared in their turn. */
  checked = 0;
  private failures: { act: Act; name: string; ip: string; at: number }[] = [];

  constructor(
    readonly people: Person[],
    public now: number,
  ) {}

  maySignIn = ({ isBlocked, enabledUntil }: Person) => !isBlocked || (enabledUntil ?? 0) > this.now;

  private isOwnOffice = (manager: Person, agent: Person) =>
    manager.role === "company" && agent.role === "agent" && manager.office === agent.office;
  manages = (one: Person, other: Person) =>
    levels[one.role] < levels[other.role] && (levels[one.role] <= levels.admin || this.isOwnOffice(one, other));
  /** May make a sign-in link for the other. */
  reaches = (one: Person, other: Person) =>
    one === other || (one.role === "superadmin" && other.role !== one.role) || this.isOwnOffice(one, other);

  private isOpen = ({ hasEnded, expiresAt, kind, seenAt }: Session) =>
    !hasEnded && expiresAt > this.now && (kind === "bearer" || seenAt > this.now - IDLE);
  isLive = (session: Session): boolean => {
    const { person, viewer } = session;
    if (!this.isOpen(session) || !this.maySignIn(person)) return false;
    return !viewer || (this.isOpen(viewer) && this.maySignIn(viewer.person) && this.manages(viewer.person, person));
  };
  isValid = ({ isUsed, isRevoked, expiresAt, person, maker }: Token): boolean =>
    !isUsed &&
    !isRevoked &&
    expiresAt > this.now &&
    [person, maker].every(this.maySignIn) &&
    this.reaches(maker, person);

  /** The session or client token in a request. Using a session keeps it, and that of somebody who views, from idling. */
  callerOf(used: Session | Token): Caller | null {
    if ("maker" in used) {
      const isClient = used.kind === "client" && this.isValid(used);
      const { person, scope } = used;
      return isClient ? { person, session: null, token: used, scope, by: null, isView: false, opener: "client" } : null;
    }
    if (!this.isLive(used)) return null;
    if (this.now - used.seenAt > TOUCHED_AFTER) {
      for (const session of [used, used.viewer]) if (session) session.seenAt = this.now;
    }
    const { person, by, viewer, scope } = used;
    const maker = by && by.maker !== person ? by.maker : null;
    const opener = by ? (by.kind === "client" ? "client" : "link") : "password";
    return {
      person,
      session: used,
      token: null,
      scope,
      by: maker ?? viewer?.person ?? null,
      isView: viewer !== null,
      opener,
    };
  }

  /** The refusal of an act by who asks for it. */
  gate(caller: Caller | null, { role = "agent", viewing, auth, credentials, confirmed }: Rule): string | undefined {
    if (!caller) return INVALID_TOKEN;
    if (levels[caller.person.role] > levels[role]) return FORBIDDEN;
    if (caller.isView && !viewing) return "403 VIEWING";
    if (caller.scope === "read" && !auth) return FORBIDDEN;
    if (credentials && (caller.by || caller.opener === "client")) return FORBIDDEN;
    if (!confirmed || (caller.session?.confirmedAt ?? 0) + CONFIRMED > this.now) return undefined;
    return caller.by ? FORBIDDEN : "403 CONFIRM";
  }

  isThrottled(act: Act, name: string, ip: string): boolean {
    const recent = this.failures.filter((one) => one.act === act && one.at > this.now - WINDOW);
    const [ofName, ofAddress] = [recent.filter((one) => one.name === name), recent.filter((one) => one.ip === ip)];
    const ofPair = ofName.filter((one) => one.ip === ip);
    return (
      ofPair.length >= MOST_FAILURES.pair ||
      ofName.length >= MOST_FAILURES.name ||
      ofAddress.length >= MOST_FAILURES.address
    );
  }
  failed = (act: Act, name: string, ip: string) => void this.failures.push({ act, name, ip, at: this.now });
  /** Forgets failures of a name, all of them or those from an address. */
  forgive(name: string, ip?: string): void {
    this.failures = this.failures.filter(
      (one) => one.act === "reset" || one.name !== name || !(ip ? one.act === "sign-in" && one.ip === ip : true),
    );
  }

  /** Checks a code and uses it up; a wrong one counts. */
  accepts(person: Person, code: Code): boolean {
    const { app } = person;
    if (!app?.isOn) return false;
    const step = Math.floor(this.now / STEP);
    const isApp = code === "app" && person.lockedUntil <= this.now && step > (app.lastStep ?? 0);
    const recovery = code === "recovery" ? person.recoveryCodes.shift() : undefined;
    if (isApp || recovery !== undefined) {
      if (isApp) app.lastStep = step;
      if (recovery !== undefined) person.usedCodes.push(recovery);
      person.wrongCodes = 0;
      return true;
    }
    // Codes of the app that are typed while it is locked are not counted.
    if (person.lockedUntil > this.now) return false;
    person.wrongCodes += 1;
    if (person.wrongCodes === WRONG_CODES) Object.assign(person, { wrongCodes: 0, lockedUntil: this.now + HOUR });
    return false;
  }

  end = (which: (session: Session) => boolean) => {
    for (const session of this.sessions) if (which(session)) session.hasEnded = true;
  };
  revoke(which: (token: Token) => boolean, kept: Session | null = null): void {
    for (const token of this.tokens.filter(which)) {
      token.isRevoked = true;
      this.end((session) => session.by === token && session !== kept);
    }
  }
  /** Ends all access to an account but for one session and, if its owner wants it so, its client tokens. */
  endAccess(person: Person, { kept = null, keepTokens = false }: { kept?: Session | null; keepTokens?: boolean } = {}) {
    const isTheirs = (token: Token) => token.person === person || token.maker === person;
    this.revoke((token) => isTheirs(token) && !(keepTokens && token.kind === "client"), kept);
    const isKept = ({ by }: Session) => keepTokens && by !== null && !by.isRevoked;
    this.end((session) => session.person === person && session !== kept && !isKept(session));
  }
  setPassword(person: Person, password: string, except: { kept?: Session | null; keepTokens?: boolean } = {}): void {
    person.password = password;
    for (const link of this.links) if (link.person === person && !link.isUsed) link.isGone = true;
    this.endAccess(person, except);
  }

  /** Sign-ins that were enabled until 01:00 end. */
  sweep(): void {
    for (const person of this.people) {
      if (person.enabledUntil === null || person.enabledUntil > this.now) continue;
      if (person.isBlocked) this.endAccess(person);
      person.enabledUntil = null;
    }
  }
}
