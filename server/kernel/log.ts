import pino from "pino";
import { config } from "./config";
import { counter } from "./metrics";

/** The structured log of the process. Secrets never reach it: requests are logged by path, never by body or cookie. */
let logger: pino.Logger | undefined;
export const log = (): pino.Logger =>
  (logger ??= pino(
    { level: config().LOG_LEVEL, base: { pid: process.pid }, serializers: { err: described } },
    // Standard output is for what a person at the terminal reads.
    pino.destination({ fd: 2, sync: true }),
  ));

const faults = counter("faults_total", "Bugs and outages that were logged.").series({});

/** A bug or an outage: its detail goes to the server's log alone, found again by the request's id. */
export function logFault(fault: unknown, requestId?: string): void {
  faults.add();
  log().error({ err: fault, requestId }, "fault");
}

type Described = { type: string; message: string; code?: unknown; stack?: string | undefined; cause?: Described };

/** Database errors carry their statement and its values, which may be secret: they stay out. */
function described(thrown: unknown): Described {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { code, original } = thrown as { code?: unknown; original?: { code?: unknown } };
  return {
    type: thrown.name,
    message: thrown.message,
    code: code ?? original?.code,
    stack: thrown.stack,
    ...(thrown.cause ? { cause: described(thrown.cause) } : {}),
  };
}
