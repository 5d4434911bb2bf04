import fc from "fast-check";
import { expect, test } from "vitest";
import { endEnabledLogins } from "../../server/accounts";
import { withFixedTime } from "../../server/kernel/time/now";
import { inRollback } from "../world/database";
import { LONG } from "../world/long";
import * as access from "./access";
import * as accounts from "./accounts";
import { MINUTE, Model, type Session, type Token } from "./model";
import { everyStep, type Step } from "./steps";
import { aCompany, whoIs } from "./world";

const SEQUENCES = LONG ? 500 : 40;
const STEPS = 40;
const START = Date.parse("2026-01-14T14:00:00Z");

const { FUZZ_SEED } = process.env;

const acts = { ...access, ...accounts } as unknown as Record<string, (model: Model, step: Step) => Promise<void>>;

/** The expected answer of `GET accounts/me` with it; a link names its account. */
function expectedOf(model: Model, used: Session | Token): string | undefined {
  if ("maker" in used && used.kind === "browser") return model.isValid(used) ? used.person.username : undefined;
  const caller = model.callerOf(used);
  if (!caller) return undefined;
  const { person, isView, by } = caller;
  return [person.username, isView && "viewed", by && `by ${by.username}`].filter(Boolean).join(" ");
}

const nameOf = ({ sessions, tokens }: Model, used: Session | Token): string => {
  const kind = `${used.kind} of ${used.person.role} ${used.person.accountId}`;
  return "maker" in used ? `token ${tokens.indexOf(used)}, ${kind}` : `session ${sessions.indexOf(used)}, ${kind}`;
};

const SAMPLE = 5;

/** The sessions and tokens in `list` are open or over, as on paper. */
async function check(model: Model, list: readonly (Session | Token)[]): Promise<void> {
  const [expected, actual]: Record<string, string | undefined>[] = [{}, {}];
  for (const used of list) {
    const name = nameOf(model, used);
    expected![name] = expectedOf(model, used);
    actual![name] = await whoIs(used);
  }
  expect(actual).toEqual(expected);
}

const all = ({ sessions, tokens }: Model): (Session | Token)[] => [...sessions, ...tokens];
const openOf = (model: Model) =>
  new Set(all(model).filter((one) => ("maker" in one ? model.isValid(one) : model.isLive(one))));

/** Those that the step has opened or ended, and some others, each in its turn. */
async function checkAfter(model: Model, before: ReadonlySet<Session | Token>): Promise<void> {
  const after = openOf(model);
  const changed = all(model).filter((one) => before.has(one) !== after.has(one));
  const others = all(model).filter((one) => !changed.includes(one));
  const from = others.length > 0 ? model.checked % others.length : 0;
  model.checked += SAMPLE;
  await check(model, [...changed, ...[...others, ...others].slice(from, from + Math.min(SAMPLE, others.length))]);
}

/** A step, as it is printed when a sequence fails. */
class Command implements fc.AsyncCommand<Model, object> {
  constructor(private readonly step: Step) {}
  check = () => true;
  toString = () => JSON.stringify(this.step);
  async run(model: Model): Promise<void> {
    const { step } = this;
    model.now += step.does === "wait" ? step.minutes * MINUTE : 1_000;
    await withFixedTime(new Date(model.now), async () => {
      await endEnabledLogins();
      const before = openOf(model);
      model.sweep();
      await acts[step.does]?.(model, step);
      await checkAfter(model, before);
    });
  }
}

/** A company in which everybody has signed in. */
const aBeginning = (): Promise<Model> =>
  withFixedTime(new Date(START), async () => {
    const model = new Model(await aCompany(), START);
    for (const person of model.people.keys()) {
      await access.signIn(model, {
        ...{ does: "signIn", person, right: true, code: "none" },
        channel: person % 2 ? "form" : "call",
        ip: "192.0.2.7",
      });
    }
    return model;
  });

test("after any sequence of sign-ins, views, links, tokens, blocks, new passwords and second steps, each answer and each open session and token is as on paper [TRUST-16]", async () => {
  const commands = fc.commands(
    everyStep.map((step) => step.map((one: Step) => new Command(one))),
    { maxCommands: STEPS, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(commands, (sequence) =>
      inRollback(async () => {
        const model = await aBeginning();
        await fc.asyncModelRun(() => ({ model, real: {} }), sequence);
        await withFixedTime(new Date(model.now), () => check(model, all(model)));
      }),
    ),
    { numRuns: SEQUENCES, ...(FUZZ_SEED ? { seed: Number(FUZZ_SEED) } : {}) },
  );
}, 3_600_000);
