import fc from "fast-check";

/** The acts of people, programs and strangers, in any order; each number names one of the records that exist. */

const nth = fc.nat(60);
/** A session or token: mostly one that is open. */
const used = fc.record({ nth, open: fc.nat(5).map((one) => one > 0) });
const person = nth;
const channel = fc.constantFrom("call" as const, "form" as const);
const right = fc.nat(4).map((one) => one > 0);
const code = fc.constantFrom(
  "none" as const,
  "app" as const,
  "app" as const,
  "wrong" as const,
  "recovery" as const,
  "used" as const,
);
const ip = fc.constantFrom("192.0.2.7", "198.51.100.9", "203.0.113.4");
const scope = fc.constantFrom("all" as const, "all" as const, "read" as const);
const kind = fc.constantFrom("browser" as const, "client" as const);

const step = <const D extends string, S extends object>(does: D, shape: { [K in keyof S]: fc.Arbitrary<S[K]> }) =>
  fc.record(shape as Record<string, fc.Arbitrary<unknown>>).map((chosen) => ({ does, ...chosen }) as { does: D } & S);

export const steps = {
  signIn: step("signIn", { person, right, code, channel, ip }),
  confirm: step("confirm", { used, right, code, ip }),
  viewAs: step("viewAs", { used, person, channel }),
  signOut: step("signOut", { used }),
  endOwn: step("endOwn", { used, session: used }),
  endOthers: step("endOthers", { used }),
  endManaged: step("endManaged", { used, person, session: used }),
  endAllManaged: step("endAllManaged", { used, person }),
  make: step("make", { used, person, own: right, kind, scope }),
  revoke: step("revoke", { used, token: used }),
  exchange: step("exchange", { token: used, channel }),
  block: step("block", { used, person, blocked: fc.boolean() }),
  ownPassword: step("ownPassword", { used, keepTokens: fc.boolean() }),
  othersPassword: step("othersPassword", { used, person }),
  beginApp: step("beginApp", { used }),
  confirmApp: step("confirmApp", { used, right }),
  endApp: step("endApp", { used, right, code, ip }),
  renewCodes: step("renewCodes", { used, right, code, ip }),
  resetApp: step("resetApp", { used, person }),
  forgot: step("forgot", { person, right, ip }),
  reset: step("reset", { link: nth, ip }),
  /** Minutes. The first one is the next code of an app, the others end what lasts so long. */
  wait: step("wait", { minutes: fc.constantFrom(0.5, 0.5, 1.5, 16, 16, 61, 7 * 60, 13 * 60) }),
};
type Steps = { [K in keyof typeof steps]: (typeof steps)[K] extends fc.Arbitrary<infer S> ? S : never };
export type Step<D extends keyof Steps = keyof Steps> = Steps[D];

const often = [
  ...([
    "signIn",
    "signIn",
    "make",
    "make",
    "exchange",
    "exchange",
    "beginApp",
    "beginApp",
    "confirmApp",
    "confirmApp",
  ] as const),
  ...([
    "viewAs",
    "viewAs",
    "block",
    "block",
    "ownPassword",
    "othersPassword",
    "endApp",
    "renewCodes",
    "resetApp",
  ] as const),
];
/** Each kind of step once, those that open something more often. */
export const everyStep: fc.Arbitrary<Step>[] = [...Object.values(steps), ...often.map((does) => steps[does])];
