import pino from "pino";
import { config } from "./config";
import { counter } from "./metrics";

/** The structured log of the process. It contains no secrets: requests are logged by path, never by body or cookie. */
let logger: pino.Logger | undefined;
export const log = (): pino.Logger =>
  (logger ??= pino(
    { level: config().LOG_LEVEL, base: { pid: process.pid }, serializers: { err: serializeError } },
    // Standard output is reserved for messages to a person at the terminal.
    pino.destination({ fd: 2, sync: true }),
  ));

const loggedErrors = counter("faults_total", "Bugs and outages that were logged.").series({});

/** Logs a bug or an outage. Details go only to the server's log, where the request ID finds them. */
export function logError(error: unknown, requestId?: string): void {
  loggedErrors.add();
  log().error({ event: "request failed", requestId, err: error });
}

type SerializedError = {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: SerializedError;
};

/** Omits all other fields, because database errors carry their statement and its values, which may be secret. */
function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, original } = error as { code?: unknown; original?: { code?: unknown } };
  return {
    type: error.name,
    message: error.message,
    code: code ?? original?.code,
    stack: error.stack,
    ...(error.cause ? { cause: serializeError(error.cause) } : {}),
  };
}
