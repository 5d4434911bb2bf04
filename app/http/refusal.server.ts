import { data } from "@remix-run/node";
import { isAway, logFault, Refusal, unavailable } from "~/gate.server";

/** The only module that turns a thrown refusal or fault into JSON, a page or a form's answer. */

export type Shown = { code: string; message: string; data?: unknown; requestId?: string };

const asRefusal = (thrown: unknown): Refusal | undefined =>
  thrown instanceof Refusal ? thrown : isAway(thrown) ? unavailable() : undefined;

function headersOf(refusal: Refusal | undefined): Record<string, string> {
  const headers: Record<string, string> = { "Cache-Control": "no-store" };
  if (refusal?.retryAfter !== undefined) headers["Retry-After"] = String(refusal.retryAfter);
  if (refusal?.code === "INVALID_TOKEN") headers["WWW-Authenticate"] = "Bearer";
  return headers;
}

function shown(thrown: unknown, requestId: string): { status: number; body: Shown; headers: Record<string, string> } {
  const refusal = asRefusal(thrown);
  if (refusal) {
    const { code, message, data: details } = refusal;
    return {
      status: refusal.status,
      body: { code, message, ...(details === undefined ? {} : { data: details }) },
      headers: headersOf(refusal),
    };
  }
  logFault(thrown, requestId);
  const message = `Something went wrong on our side. Please try again; if it stays, name the incident ${requestId}.`;
  return { status: 500, body: { code: "SERVER_ERROR", message, requestId }, headers: headersOf(undefined) };
}

/** The JSON answer for anything thrown by a call. */
export function refusalResponse(thrown: unknown, requestId: string, headers: Record<string, string> = {}): Response {
  const answer = shown(thrown, requestId);
  return Response.json(answer.body, { status: answer.status, headers: { ...answer.headers, ...headers } });
}

type Page = ReturnType<typeof data<Shown>>;
const isPage = (thrown: unknown): thrown is Page =>
  typeof thrown === "object" && thrown !== null && "type" in thrown && thrown.type === "DataWithResponseInit";

/**
 * The value for a loader or an action to throw. It renders as the error page inside the shell. Responses and existing
 * error pages pass through.
 */
export function refusalPage(thrown: unknown, requestId: string): Response | Page {
  if (thrown instanceof Response || isPage(thrown)) return thrown;
  const answer = shown(thrown, requestId);
  return data(answer.body, { status: answer.status, headers: answer.headers });
}

/** True for refusals that a form shows next to its fields, keeping what was typed. */
export function isFormRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Refusal && ["VALIDATION_ERROR", "CONFLICT", "TOO_MANY_REQUESTS"].includes(thrown.code);
}
