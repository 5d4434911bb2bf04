import { data } from "@remix-run/node";
import { type FieldMessages, isUnreachable, logError, periods, Refusal, unavailable } from "~/gate.server";

/** The only module that turns a thrown refusal or fault into JSON, a page or a form's answer. */

export type ErrorBody = { code: string; message: string; data?: unknown; requestId?: string };

const asRefusal = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : isUnreachable(error) ? unavailable() : undefined;

function headersOf(refusal: Refusal | undefined): Record<string, string> {
  const headers: Record<string, string> = { "Cache-Control": "no-store" };
  if (refusal?.retryAfter !== undefined) headers["Retry-After"] = String(refusal.retryAfter);
  if (refusal?.code === "INVALID_TOKEN") headers["WWW-Authenticate"] = "Bearer";
  return headers;
}

function errorAnswer(
  error: unknown,
  requestId: string,
): { status: number; body: ErrorBody; headers: Record<string, string> } {
  const refusal = asRefusal(error);
  if (refusal) {
    const { code, message, data: details } = refusal;
    return {
      status: refusal.status,
      body: { code, message, ...(details === undefined ? {} : { data: details }) },
      headers: headersOf(refusal),
    };
  }
  logError(error, requestId);
  const message = `Something went wrong on our side. Please try again; if it stays, name the incident ${requestId}.`;
  return { status: 500, body: { code: "SERVER_ERROR", message, requestId }, headers: headersOf(undefined) };
}

/**
 * The JSON answer for anything thrown by a call; a problem of RFC 9457, with the same keys and a few more, for a program that
 * accepts `application/problem+json`. Its Link is the explanation of the code.
 */
export function refusalResponse(
  error: unknown,
  requestId: string,
  headers: Record<string, string> = {},
  accept = "",
): Response {
  const answer = errorAnswer(error, requestId);
  const message =
    error instanceof Refusal && error.record ? `There is no such ${error.record}.` : forProgram(answer.body.message);
  const body = { ...answer.body, ...withAllowed(error), message, requestId };
  const help = `/api/docs#${body.code}`;
  const all = { ...answer.headers, Link: `<${help}>; rel="help"`, Vary: "Accept", ...headers };
  if (!/application\/problem\+json/i.test(accept)) return Response.json(body, { status: answer.status, headers: all });
  const problem = { type: help, title: titleOf(body.code), status: answer.status, detail: message, ...body };
  const type = { "Content-Type": "application/problem+json" };
  return Response.json(
    { ...problem, instance: `urn:uuid:${requestId}` },
    { status: answer.status, headers: { ...all, ...type } },
  );
}

/** Sentences of pages and forms that a program needs in other words. The messages at the fields stay as they are. */
const FOR_PROGRAMS: Partial<Record<string, string>> = {
  "Please sign in again.":
    "The token is missing, unknown, expired or revoked. Send a client token, or the token of auth/login, as Authorization: Bearer.",
  "This page does not exist or is not yours to see.": "There is no such record, or this account may not see it.",
  "You may not open this page.": "This account may not make this call.",
  [periods.INVALID_RANGE]:
    "Date Range is not valid. Days are New York days (YYYY-MM-DD), the first not after the last.",
};
const forProgram = (message: string): string => FOR_PROGRAMS[message] ?? message;

/** "Not found" of NOT_FOUND: the same for all problems of a type, as RFC 9457 wants it. */
const titleOf = (code: string): string => code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");

/** The messages at the fields, each with the values that would be right. */
function withAllowed(error: unknown): { data?: FieldMessages } {
  if (!(error instanceof Refusal) || Object.keys(error.allowed).length === 0) return {};
  const messages = Object.entries(error.data as FieldMessages).map(([field, texts]) => {
    const allowed = error.allowed[field];
    return [field, allowed ? texts.map((text) => `${text} Allowed: ${allowed.join(", ")}.`) : texts];
  });
  return { data: Object.fromEntries(messages) as FieldMessages };
}

type Page = ReturnType<typeof data<ErrorBody>>;
const isPage = (error: unknown): error is Page =>
  typeof error === "object" && error !== null && "type" in error && error.type === "DataWithResponseInit";

/**
 * The value for a loader or an action to throw. It renders as the error page inside the shell. Responses and existing
 * error pages pass through.
 */
export function refusalPage(error: unknown, requestId: string): Response | Page {
  if (error instanceof Response || isPage(error)) return error;
  const answer = errorAnswer(error, requestId);
  return data(answer.body, { status: answer.status, headers: answer.headers });
}

/** True for refusals that a form shows next to its fields, keeping what was typed. */
export function isFormRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal && ["VALIDATION_ERROR", "CONFLICT", "TOO_MANY_REQUESTS"].includes(error.code);
}
