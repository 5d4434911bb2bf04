import type { EntryContext } from "@remix-run/node";
import { identity } from "~/gate.server";
import { returnUrl } from "./return-url";

/**
 * A form that was posted after its session had ended: what was typed waits on the server until the same person has
 * signed in, and is then shown in its form as a refused one is, with nothing saved. `kept` in the page's address names it.
 */

type Values = Record<string, unknown>;

const KEPT = "kept";
const SECRET = /password|secret|token|captcha|totp|ticket/i;

/** What a page may hold; files cannot be put back into their fields. */
export const withoutSecrets = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !SECRET.test(name) && !(value instanceof Blob)));

/** What a screen's loader answers for a kept form: the same as an action for a refused one. */
export type Restored = {
  intent: string | undefined;
  lastResult: { status: "error"; initialValue: Record<string, never>; error: Record<string, never> };
  /** Passwords or files have to be given again. */
  omitted: boolean;
};

/** The sign-in address of a person who is signed out. After signing in they see the page, or the form with what they posted. */
export async function loginPath(request: Request, posted?: Values): Promise<string> {
  const { pathname, search } = new URL(request.url);
  const path = posted ? await keptAt(request, posted) : pathname + search;
  return `/login?returnUrl=${encodeURIComponent(path)}`;
}

async function keptAt(request: Request, { intent: pressed, formId: _, ...values }: Values): Promise<string> {
  const intent = [pressed].flat().at(-1);
  const page = pageOf(request, intent, values);
  const token = identity.lastSession(request.headers.get("Cookie"));
  const typed = withoutSecrets(values);
  const omitted = Object.entries(values).some(([name, value]) => !(name in typed) && isGiven(value));
  const form = { path: page.pathname, intent: typeof intent === "string" ? intent : undefined, typed, omitted };
  const key = token && (await identity.keptForms.keep(token, form));
  page.searchParams.delete(KEPT);
  if (key) page.searchParams.set(KEPT, key);
  return page.pathname + page.search;
}

const isGiven = (value: unknown): boolean => (value instanceof Blob ? value.size > 0 : value !== "");

/** Of a page's address; a longer one would not fit into that of the sign-in page. */
const LONGEST = 2_000;

/** The page that has the form: the one from which it was posted, or the one that posts lead to. */
function pageOf(request: Request, intent: unknown, values: Values): URL {
  const here = new URL(request.url);
  const page = formsPage(request, here, intent, values);
  return page.href.length > LONGEST ? new URL(here.pathname, here) : page;
}

function formsPage(request: Request, here: URL, intent: unknown, { ids, reason }: Values): URL {
  // The question of a dialog has a page of its own, where its reason can be shown.
  if (ids !== undefined && reason) {
    const asked = [["intent", String(intent)], ...[ids].flat().map((id) => ["ids", String(id)])];
    return new URL(`${here.pathname}/confirm?${new URLSearchParams(asked)}`, here);
  }
  const referer = request.headers.get("Referer") ?? "";
  const there = URL.canParse(referer) ? new URL(referer) : here;
  return there.host === here.host && there.pathname.startsWith("/app/") ? there : here;
}

const keyOf = (request: Request): string | null => new URL(request.url).searchParams.get(KEPT);

/** The page shows a kept form, unless it is the answer to a form: the posted values are the newer ones. */
export const showsKept = (request: Request): boolean => keyOf(request) !== null && !isAnswerToForm(request);

/** The framework's loaders see the headers of the post that they answer. */
export const isAnswerToForm = (request: Request): boolean => request.headers.has("Content-Type");

/** The form that this page shows again; undefined where there is none, or it is somebody else's or another page's. */
export async function restored(request: Request, accountId: number): Promise<Restored | undefined> {
  const key = keyOf(request);
  if (key === null || !showsKept(request)) return undefined;
  const form = await identity.keptForms.read(accountId, key);
  if (form?.path !== new URL(request.url).pathname) return undefined;
  const lastResult = { status: "error", initialValue: form.typed as Record<string, never>, error: {} } as const;
  return { intent: form.intent, lastResult, omitted: form.omitted };
}

/** The form of the request is saved. */
export async function dropKept(request: Request, accountId: number): Promise<void> {
  const key = keyOf(request);
  if (key !== null) await identity.keptForms.drop(accountId, key);
}

type Answered = EntryContext["staticHandlerContext"];

/** Views read a restored form where they read a refused one: in what their action answered. */
export function asAnswered(answered: Answered): Answered {
  for (const [route, loaded] of Object.entries(answered.loaderData)) {
    const form = (loaded as { restored?: Restored } | null)?.restored;
    if (form) return { ...answered, actionData: { [route]: form } };
  }
  return answered;
}

/** Why the sign-in page appeared: somebody was signed in with this browser, and maybe posted a form. */
export function signedOutBecause(request: Request): "kept" | "ended" | undefined {
  const asked = new URL(request.url).searchParams.get("returnUrl");
  if (asked === null || identity.lastSession(request.headers.get("Cookie")) === undefined) return undefined;
  return new URL(returnUrl(asked), request.url).searchParams.has(KEPT) ? "kept" : "ended";
}
