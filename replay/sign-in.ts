import { type Call, createCall, type Connection, callOrThrow } from "./connection";
import { Problem } from "./recording";

const DEMO = { username: "admin", password: "demo-2026" };
const ADMIN = 5;

/**
 * Signs in as a program does: with the client token in REPLAY_TOKEN, else as the demo company's admin. Throws a Problem
 * when that is refused or when the account does not see every office.
 */
export async function signIn(connection: Connection, env: NodeJS.ProcessEnv): Promise<Call> {
  const visitor = createCall(connection);
  const { token } = env.REPLAY_TOKEN
    ? await requestToken(visitor, "auth/login-remote", { token: env.REPLAY_TOKEN }, "REPLAY_TOKEN is not accepted")
    : await requestToken(visitor, "auth/login", DEMO, "The demo company's admin cannot sign in");
  const call = createCall(connection, token);
  const { role, username } = await callOrThrow<{ role: number; username: string }>(call, "GET", "accounts/me");
  if (role > ADMIN) throw new Problem(`${username} does not see every office: the comparison takes an admin.`);
  return call;
}

const HINT = "A server with CAPTCHA=on, or without the demo company, takes an admin's client token in REPLAY_TOKEN.";

async function requestToken(call: Call, path: string, body: unknown, failure: string): Promise<{ token: string }> {
  try {
    return await callOrThrow<{ token: string }>(call, "POST", path, body);
  } catch (error) {
    throw new Problem(`${failure}. ${HINT}\n${(error as Error).message}`);
  }
}
