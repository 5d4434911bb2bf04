import { test as committed } from "vitest";
import { inRollback } from "./database";

type Body<Args extends readonly unknown[]> = (...given: Args) => unknown;
type Given<Case> = Case extends readonly unknown[] ? [...Case] : [Case];

const run = <Args extends readonly unknown[]>(body: Body<Args>, ...given: Args) =>
  inRollback(async () => {
    await body(...given);
  });

/**
 * A test of Vitest whose body runs in a transaction that is undone afterwards. The transactions that it opens become
 * savepoints.
 */
export const test = Object.assign((title: string, body: Body<[]>) => committed(title, () => run(body)), {
  each:
    <const Case>(cases: readonly Case[]) =>
    (title: string, body: Body<Given<Case>>) =>
      committed.each(cases)(title, (...given: unknown[]) => run(body, ...(given as Given<Case>))),
});
