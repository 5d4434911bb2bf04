import pino from "pino";
import { config } from "./config";
import { counter } from "./metrics";

/** The structured log of the process. It contains no secrets: requests are logged by path, never by body or cookie. */
let logger: pino.Logger | undefined;
export const log = (): pino.Logger =>
  (logger ??= pino(
    { level: config().LOG_LEVEL, base: { pid: process.pid }, serializers: { err: described } },
    // Standard output is reserved for messages to a person at the terminal.
    pino.destination({ fd: 2, sync: true }),
  ));

const faults = counter("faults_total", "Bugs and outages that were logged.").series({});

/** Logs a bug or an outage. Details go only to the server's log, where the request ID finds them. */
export function logFault(fault: unknown, requestId?: string): void {
  faults.add();
  log().error({ event: "request failed", requestId, err: fault });
}

type Described = { type: string; message: string; code?: unknown; stack?: string | undefined; cause?: Described };

/** Omits all other fields, because database errors carry their statement and its values, which may be secret. */
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
