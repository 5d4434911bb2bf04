import pg from "pg";

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
type Told = (fault: Error | undefined, result?: unknown) => void;

/** Before: the statement never arrives. After: it was executed, but its response is lost. */
export type Moment = "before" | "after";
export const MOMENTS: readonly Moment[] = ["before", "after"];

/** Which statements count: those of connections with this name, with this text, or all. */
export type Cut = { at: number; moment: Moment; named?: RegExp; texts?: RegExp };

const lost = () => Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
const sever = (client: pg.Client) => {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
};

/**
 * Runs `body` and cuts the connection that sends statement number `at`, once. Returns the outcome of the body and the
 * statement, which is undefined if there were fewer statements.
 */
export async function withCut<T>(
  { at, moment, named = /./, texts = /^/ }: Cut,
  body: () => Promise<T>,
): Promise<{ cutAt: string | undefined; outcome: PromiseSettledResult<T> }> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  let sent = 0;
  let cutAt: string | undefined;
  prototype.query = function (...given) {
    const name = (this as unknown as { connectionParameters: { application_name?: string } }).connectionParameters;
    const [what] = given as [string | { text: string }];
    const text = (typeof what === "string" ? what : what.text).trim();
    const counts = named.test(name.application_name ?? "-") && texts.test(text);
    if (!counts || ++sent !== at) return query.apply(this, given);
    cutAt = text.replaceAll(/\s+/g, " ").slice(0, 60);
    const last = given.at(-1);
    const told = typeof last === "function" ? (last as Told) : undefined;
    if (moment === "before") {
      sever(this);
      return query.apply(this, given);
    }
    const after = () => {
      sever(this);
      if (told) told(lost());
      else throw lost();
    };
    if (!told) return (query.apply(this, given) as Promise<unknown>).then(after);
    return query.apply(this, [...given.slice(0, -1), (fault?: Error) => (fault ? told(fault) : after())]);
  };
  try {
    const [outcome] = await Promise.allSettled([body()]);
    return { cutAt, outcome: outcome as PromiseSettledResult<T> };
  } finally {
    prototype.query = query;
  }
}

/**
 * Repeats an act with a cut at every statement, at both moments, until it completes uncut. Returns the statements cut.
 */
export async function atEveryStatement<T>(
  act: () => Promise<T>,
  check: (outcome: PromiseSettledResult<T>, cut: Cut & { statement: string }) => Promise<void>,
  { named, texts, moments = MOMENTS }: { named?: RegExp; texts?: RegExp; moments?: readonly Moment[] } = {},
): Promise<string[]> {
  const statements: string[] = [];
  for (const moment of moments) {
    for (let at = 1; ; at++) {
      const cut = { at, moment, ...(named && { named }), ...(texts && { texts }) };
      const { cutAt, outcome } = await withCut(cut, act);
      if (cutAt === undefined) {
        if (outcome.status === "rejected") throw outcome.reason;
        break;
      }
      statements.push(`${moment} ${cutAt}`);
      await check(outcome, { ...cut, statement: cutAt });
    }
  }
  return statements;
}
