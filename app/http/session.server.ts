import { createCookie, createSessionStorage, type SessionStorage } from "@remix-run/node";
import { type Asker, config, identity, isHttps, newToken } from "~/gate.server";
import { cookieName } from "./own-cookie.server";

/**
 * The browser's session: a row of the database, named by a token in a cookie. `auth.login` and `auth.loginRemote` open
 * it; Remix's storage carries its token and its data.
 */
export type SessionData = { token: string } & Record<string, unknown>;

const LASTS_SECONDS = 12 * 60 * 60;
/** Readable by scripts, and another one after each sign-in and sign-out: a page kept by the browser sees it is stale. */
export const MARK = "mark";

function makeCookie() {
  const { SESSION_SECRET } = config();
  if (!SESSION_SECRET) throw new Error("SESSION_SECRET has no value yet.");
  return createCookie(cookieName("session"), {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isHttps(),
    maxAge: LASTS_SECONDS,
    secrets: [SESSION_SECRET],
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

/** Who holds the session of the request's cookie; null for nobody, also when the cookie was not made here. */
export async function sessionAsker(request: Request, seen: identity.Seen): Promise<Asker> {
  const token: unknown = await cookie().parse(request.headers.get("Cookie"));
  return typeof token === "string" && token !== "" ? identity.askerOfSession(token, seen) : null;
}

/** Whether the browser holds or held a session of ours, by its cookies alone, without the database. */
export async function hadSession(request: Request): Promise<boolean> {
  const cookies = request.headers.get("Cookie");
  const token: unknown = await cookie().parse(cookies);
  return (typeof token === "string" && token !== "") || identity.lastSession(cookies) !== undefined;
}

const markCookie = () => {
  const attributes = `Path=/; SameSite=Lax; Max-Age=${LASTS_SECONDS * 60}${isHttps() ? "; Secure" : ""}`;
  return `${cookieName(MARK)}=${newToken(6)}; ${attributes}`;
};

/** Outlives the session: `identity.lastSession` reads it. */
const lastCookie = (token: string) => {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${identity.LAST_SESSION_SECONDS}`;
  return `${identity.sealedLastSession(token)}; ${attributes}${isHttps() ? "; Secure" : ""}`;
};

/** The cookies of a person who has just signed in with the session that `token` names: never one from before. */
export async function signedInHeaders(token: string): Promise<Headers> {
  const session = await storage().getSession();
  session.set("token", token);
  return cookies(await storage().commitSession(session), markCookie(), lastCookie(token));
}

/** The cookies of a person who has just signed out; whatever session the request carried is over. */
export async function signedOutHeaders(request: Request): Promise<Headers> {
  return cookies(await storage().destroySession(await sessionOf(request)), markCookie());
}

function cookies(...lines: string[]): Headers {
  const headers = new Headers();
  for (const line of lines) headers.append("Set-Cookie", line);
  return headers;
}
