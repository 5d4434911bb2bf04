import type { EntryContext } from "@remix-run/node";
import { identity } from "~/gate.server";
import { returnUrl } from "../return-url";

/**
 * Forms posted after their session ended. The server keeps what was typed until the same person has signed in, then
 * shows it in its form like a refused one. Nothing is saved in between. `kept` in the page's address is the key.
 */

type Values = Record<string, unknown>;

const KEPT = "kept";
/** The field of a form that its page posts by itself, to have it kept (`app/enhance/signed-out-tab.ts`). */
export const LEAVING = "leaving";
const SECRET = /password|secret|token|captcha|totp|ticket/i;

/** The values that a page may contain: no secrets and no files, which cannot be put back into their fields. */
export const withoutSecrets = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !SECRET.test(name) && !(value instanceof Blob)));

/** True if passwords or files were typed, which `withoutSecrets` leaves out. */
export const omitsSecrets = (values: Values): boolean => {
  const shown = withoutSecrets(values);
  return Object.entries(values).some(([name, value]) => !(name in shown) && hasValue(value));
};

/** The loader's answer for a kept form. It has the shape of an action's answer for a refused form. */
export type Restored = {
  intent: string | undefined;
  lastResult: { status: "error"; initialValue: Record<string, never>; error: Record<string, never> };
  /** True if passwords or files have to be entered again. */
  omitted: boolean;
};

/**
 * The sign-in address for a person who is signed out. After sign-in they return to the page, or to the form with the
 * values they posted.
 */
export async function loginPath(request: Request, posted?: Values): Promise<string> {
  const { pathname, search } = new URL(request.url);
  const path = posted ? await keepForm(request, posted) : pathname + search;
  return `/login?returnUrl=${encodeURIComponent(path)}`;
}

async function keepForm(
  request: Request,
  { intent: pressed, formId: _, [LEAVING]: __, ...values }: Values,
): Promise<string> {
  const intent = [pressed].flat().at(-1);
  const page = pageOf(request, intent, values);
  const [token] = identity.formerSessions(request.headers.get("Cookie"));
  const typed = withoutSecrets(values);
  const omitted = omitsSecrets(values);
  const form = { path: page.pathname, intent: typeof intent === "string" ? intent : undefined, typed, omitted };
  const key = token && (await identity.keptForms.keep(token, form));
  page.searchParams.delete(KEPT);
  if (key) page.searchParams.set(KEPT, key);
  return page.pathname + page.search;
}

const hasValue = (value: unknown): boolean => (value instanceof Blob ? value.size > 0 : value !== "");

/**
 * Maximum length of a page's address in characters. A longer one would not fit into the address of the sign-in page.
 */
const MAX_ADDRESS_LENGTH = 2_000;

/** The page with the form: the referring page, or the target of the post. */
function pageOf(request: Request, intent: unknown, values: Values): URL {
  const target = new URL(request.url);
  const page = pageOfForm(request, target, intent, values);
  return page.href.length > MAX_ADDRESS_LENGTH ? new URL(target.pathname, target) : page;
}

function pageOfForm(request: Request, target: URL, intent: unknown, { ids, reason }: Values): URL {
  // A confirmation dialog has a page of its own, which can show the reason that was typed.
  if (ids !== undefined && reason) {
    const query = [["intent", String(intent)], ...[ids].flat().map((id) => ["ids", String(id)])];
    return new URL(`${target.pathname}/confirm?${new URLSearchParams(query)}`, target);
  }
  const referer = request.headers.get("Referer") ?? "";
  const referrer = URL.canParse(referer) ? new URL(referer) : target;
  return referrer.host === target.host && referrer.pathname.startsWith("/app/") ? referrer : target;
}

const keptKey = (request: Request): string | null => new URL(request.url).searchParams.get(KEPT);

/** True when the page shows a kept form. On the answer to a post it does not: the posted values are newer. */
export const showsKept = (request: Request): boolean => keptKey(request) !== null && !isAnswerToForm(request);

/** True when the page answers a post. Remix passes the post's headers to the loaders. */
export const isAnswerToForm = (request: Request): boolean => request.headers.has("Content-Type");

/** The kept form to show on this page; undefined if there is none, or if it belongs to another person or page. */
export async function restored(request: Request, accountId: number): Promise<Restored | undefined> {
  const key = keptKey(request);
  if (key === null || !showsKept(request)) return undefined;
  const form = await identity.keptForms.read(accountId, key);
  if (form?.path !== new URL(request.url).pathname) return undefined;
  const lastResult = { status: "error", initialValue: form.typed as Record<string, never>, error: {} } as const;
  return { intent: form.intent, lastResult, omitted: form.omitted };
}

/** Deletes the kept form once it has been saved. */
export async function dropKept(request: Request, accountId: number): Promise<void> {
  const key = keptKey(request);
  if (key !== null) await identity.keptForms.drop(accountId, key);
}

type StaticContext = EntryContext["staticHandlerContext"];

/** Copies a kept form into the action data, where views read refused forms. */
export function withRestoredForm(staticContext: StaticContext): StaticContext {
  for (const [route, loaded] of Object.entries(staticContext.loaderData)) {
    const form = (loaded as { restored?: Restored } | null)?.restored;
    if (form) return { ...staticContext, actionData: { [route]: form } };
  }
  return staticContext;
}

/** Why the sign-in page is shown, if this browser was signed in before: its session ended, or ended before a post. */
export function signOutReason(request: Request): "kept" | "ended" | undefined {
  const target = new URL(request.url).searchParams.get("returnUrl");
  if (target === null || identity.formerSessions(request.headers.get("Cookie")).length === 0) return undefined;
  return new URL(returnUrl(target), request.url).searchParams.has(KEPT) ? "kept" : "ended";
}
