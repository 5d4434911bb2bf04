import { createCookie, createSessionStorage, type SessionStorage } from "@remix-run/node";
import { type Caller, config, identity, isHttps, newToken, sessionSecretsIn } from "~/gate.server";
import { cookieName } from "./own-cookie.server";

/**
 * The browser's session: a database row identified by a token in a cookie. `auth.login` and `auth.loginRemote` create
 * it; Remix's session storage carries its token and data.
 */
export type SessionData = { token: string } & Record<string, unknown>;

const LIFETIME_SECONDS = 12 * 60 * 60;
/**
 * A cookie readable by scripts. It changes with each sign-in and sign-out, so that other tabs and pages restored by Back
 * can detect that they are stale. After a sign-out it begins with "out."
 */
export const MARK = "mark";
const SIGNED_OUT = "out.";

function makeCookie() {
  const secrets = sessionSecretsIn(config());
  if (secrets.length === 0) throw new Error("SESSION_SECRET has no value yet.");
  return createCookie(cookieName("session"), {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isHttps(),
    maxAge: LIFETIME_SECONDS,
    secrets: [...secrets],
  });
}

function makeStorage(): SessionStorage<SessionData> {
  return createSessionStorage<SessionData>({
    cookie: cookie(),
    createData: async ({ token = "", ...data }) => {
      if (Object.keys(data).length > 0) await identity.writeSessionData(token, data);
      return token;
    },
    readData: async (token) => {
      const data = await identity.readSessionData(token);
      return data && { ...data, token };
    },
    updateData: (token, { token: _, ...data }) => identity.writeSessionData(token, data),
    deleteData: (token) => identity.closeSession(token),
  });
}

let oneCookie: ReturnType<typeof makeCookie> | undefined;
const cookie = () => (oneCookie ??= makeCookie());
let oneStorage: SessionStorage<SessionData> | undefined;
const storage = () => (oneStorage ??= makeStorage());

export const sessionOf = (request: Request) => storage().getSession(request.headers.get("Cookie"));
export const keepSession: SessionStorage<SessionData>["commitSession"] = (session) => storage().commitSession(session);

/** The token in the session cookie; "" without one, or if the cookie's signature is invalid. */
export async function sessionToken(request: Request): Promise<string> {
  const token: unknown = await cookie().parse(request.headers.get("Cookie"));
  return typeof token === "string" ? token : "";
}

/** The account of the session cookie; null without a session, or if the cookie's signature is invalid. */
export async function sessionAsker(request: Request, client: identity.ClientInfo): Promise<Caller> {
  const token = await sessionToken(request);
  return token === "" ? null : identity.authenticateSession(token, client);
}

/** Whether the browser has or had a session, derived from its cookies alone, without the database. */
export async function hadSession(request: Request): Promise<boolean> {
  return (await sessionToken(request)) !== "" || identity.formerSessions(request.headers.get("Cookie")).length > 0;
}

const markCookie = (prefix = "") => {
  const attributes = `Path=/; SameSite=Lax; Max-Age=${LIFETIME_SECONDS * 60}${isHttps() ? "; Secure" : ""}`;
  return `${cookieName(MARK)}=${prefix}${newToken(6)}; ${attributes}`;
};

/** Outlives the session; read by `identity.formerSessions`. */
const formerSessionsCookie = (token: string, request: Request) => {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${identity.FORMER_SESSIONS_SECONDS}`;
  const cookie = identity.formerSessionsCookie(token, request.headers.get("Cookie"));
  return `${cookie}; ${attributes}${isHttps() ? "; Secure" : ""}`;
};

/** The cookies after a sign-in. */
export async function signedInHeaders(request: Request, token: string): Promise<Headers> {
  const headers = await sessionHeaders(token);
  headers.append("Set-Cookie", formerSessionsCookie(token, request));
  return headers;
}

/** The cookies of a session. They always start a new Remix session with this token, never an earlier one. */
export async function sessionHeaders(token: string): Promise<Headers> {
  const session = await storage().getSession();
  session.set("token", token);
  return cookies(await storage().commitSession(session), markCookie());
}

/**
 * The headers after a sign-out: the cookies, and the request to forget what the browser keeps of the pages. Ends the session that
 * the request carried, if any.
 */
export async function signedOutHeaders(request: Request): Promise<Headers> {
  const headers = cookies(await storage().destroySession(await sessionOf(request)), markCookie(SIGNED_OUT));
  headers.set("Clear-Site-Data", '"cache", "storage"');
  return headers;
}

function cookies(...lines: string[]): Headers {
  const headers = new Headers();
  for (const line of lines) headers.append("Set-Cookie", line);
  return headers;
}
