import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { TOTP } from "otpauth";
import { TestAuthenticator } from "../../world/authenticator";
import { signIn } from "../client";
import { type Body, type Caller, idOf, NEW_PASSWORD } from "./calls";

const PASSWORD = "demo-2026";
type CreationOptions = Body & Parameters<TestAuthenticator["create"]>[0];
type RequestOptions = Parameters<TestAuthenticator["get"]>[0];

export async function people({ world, asked, record, second }: Caller): Promise<void> {
  const { server } = world;
  const password = { password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };
  const office = await record("PUT offices", {
    give: {
      officeName: "Paper Row",
      manFirstName: "Ida",
      manLastName: "Marsh",
      username: "paperrow",
      manEmail: "ida@paper-row.example",
      ...password,
    },
  });
  await record("POST offices/{id}", {
    path: idOf(office),
    give: { agentNotes: "Opened in spring", version: office.version },
  });
  const payout = { method: "bank", details: "Bank of the Islands\n0012 3456 7890", password: PASSWORD };
  await record("POST offices/{id}/password", { path: idOf(office) });
  await record("POST offices/{id}/payout-details", { path: idOf(office), give: payout });
  // Nobody confirms what they entered themselves, or could have with a password that they set.
  const own = { ...payout, method: "e-wallet", details: "0917 555 0142", password: NEW_PASSWORD };
  const token = await signIn(server, "paperrow", NEW_PASSWORD);
  await asked("POST profile/payout-details", { token, give: own });
  await record("POST offices/{id}/payout-details/confirm", { path: idOf(office), token: second });
  await record("POST agents/{id}/payout-details/confirm", {
    path: { id: await world.filled("{agent.id}", world.clients.super) },
    token: second,
  });

  const admin = await record("PUT admins", {
    give: { username: "helpdesk", email: "desk@paper-row.example", approveAgents: true, ...password },
  });
  await record("POST admins/{id}", {
    path: idOf(admin),
    give: { showSuspend: true, version: admin.version },
  });
  await record("POST admins/{id}/password", { path: idOf(admin) });

  const hire = (username: string) =>
    asked("PUT agents", {
      as: "manager",
      give: { firstName: "Una", lastName: "Reed", username, email: `${username}@reed.example`, ...password },
    });
  const [agent, rejected] = [await hire("unareed"), await hire("unareed2")];
  await record("POST agents/{id}", {
    as: "manager",
    path: idOf(agent),
    give: { mustRead: "Please read the manual of Velvet Lantern.", version: agent.version },
  });
  await record("POST agents/{id}/password", { as: "manager", path: idOf(agent) });
  await record("POST agents/{id}/payout-details", { path: idOf(agent), give: payout });
  await asked("PUT accounts/request-approval", { as: "manager", give: { ids: [rejected.id] } });
  await record("PUT accounts/reject", { give: { ids: [rejected.id], reason: "An account of this person exists." } });
  await record("DELETE agents/{id}", { path: idOf(rejected) });
  await record("POST accounts/migrate");
  await record("POST stats/columns/{report}", { path: { report: "sites" }, give: { hide: ["raws"] } });
  await asked("POST stats/columns/{report}", { path: { report: "sites" }, give: { all: true } });
  await record("POST stats/grouping/{report}", { path: { report: "top-agents" }, give: { groupBy: "agent" } });
}

export async function signedIn({ world: { server }, mails, asked, record }: Caller): Promise<void> {
  const { image } = await record("GET captcha");
  if (typeof image !== "string") throw new Error("The captcha has no image.");
  const { token } = await record("POST auth/login", { give: { username: "paperrow", password: NEW_PASSWORD } });
  await record("POST auth/logout", { token: String(token) });
  const me = await asked("GET accounts/me");
  const remote = await asked("POST auth/remote-tokens", {
    give: { accountId: me.id, kind: "client", name: "sales sheet", scope: "read", days: 30 },
  });
  await record("POST auth/login-remote", { give: { token: remote.token } });
  await record("DELETE auth/remote-tokens/{id}", { path: idOf(remote) });
  const other = await signIn(server, "super");
  const { items } = await asked("GET auth/sessions", { token: other });
  const session = (items as Body[]).find(({ current }) => current)!;
  await record("DELETE auth/sessions/{id}", { path: idOf(session) });

  // The example of an agent's sessions has those that remain.
  const manager = await signIn(server, "paperrow", NEW_PASSWORD);
  const { accountId } = await asked("GET accounts/me", { token: manager });
  const managed = await asked("GET accounts/{id}/sessions", { path: { id: accountId } });
  const [{ id: sessionId } = {}] = managed.items as Body[];
  await record("DELETE accounts/{id}/sessions/{sessionId}", { path: { id: accountId, sessionId } });
  await signIn(server, "paperrow", NEW_PASSWORD);
  await record("DELETE accounts/{id}/sessions", { path: { id: accountId } });

  await record("POST forgot", { give: { username: "paperrow", email: "ida@paper-row.example" } });
  const reset = { token: await mailedToken(mails), password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };
  await record("POST auth/reset", { give: reset });

  // Each code of an app is accepted once. Those of the step before and after the current one count, too.
  const appOf = async (token: string) => {
    const { secret } = await asked("POST auth/totp", { token, give: {} });
    const app = new TOTP({ secret: String(secret) });
    return (steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 });
  };
  const helpdesk = await signIn(server, "helpdesk", NEW_PASSWORD);
  await record("POST auth/confirm", { token: helpdesk, give: { password: NEW_PASSWORD } });
  await record("POST auth/view-as", { token: helpdesk, give: { agentId: 1 } });
  const code = await appOf(helpdesk);
  await record("POST auth/totp/confirm", { token: helpdesk, give: { totp: code(-1) } });
  const { recoveryCodes } = await record("POST auth/totp/recovery-codes", {
    token: helpdesk,
    give: { password: NEW_PASSWORD, totp: code(0) },
  });
  const [recoveryCode] = recoveryCodes as string[];
  await record("POST auth/totp/replace", {
    token: helpdesk,
    give: { password: NEW_PASSWORD, totp: recoveryCode },
  });
  await record("POST auth/totp/off", { token: helpdesk, give: { password: NEW_PASSWORD, totp: code(1) } });
  const key = new TestAuthenticator(server.url.replace("127.0.0.1", "localhost"));
  const creation = (await record("GET auth/passkeys/options", { token: helpdesk })) as CreationOptions;
  const { id } = await record("POST auth/passkeys", {
    token: helpdesk,
    give: { name: "Phone", passkey: key.create(creation) },
  });
  await record("GET auth/passkeys", { token: helpdesk });
  const begun = await record("POST auth/login/options", { give: { username: "helpdesk", password: NEW_PASSWORD } });
  const passkey = key.get(begun.passkey as RequestOptions);
  const { token: withPasskey } = await record("POST auth/login/code", { give: { ticket: begun.ticket, passkey } });
  await record("GET auth/confirm", { token: String(withPasskey) });
  await record("DELETE auth/passkeys/{id}", { token: String(withPasskey), path: { id } });
  const paperRow = await signIn(server, "paperrow", NEW_PASSWORD);
  await asked("POST auth/totp/confirm", { token: paperRow, give: { totp: (await appOf(paperRow))(0) } });
  await record("POST common-logs/download", { give: { actionName: "auth/totp/confirm" } });
  await record("POST auth/totp/reset", { give: { username: "paperrow" } });
}

/** The superadmin whom the payroll added; after the last call there is one again. */
export async function superadmins({ world, record }: Caller): Promise<void> {
  const { body } = await world.clients.super.call("GET superadmins");
  const path = idOf((body as Body[]).find(({ username }) => username === "second")!);
  await record("POST superadmins/{id}/status", { path, give: { loginBlocked: true } });
  await record("POST superadmins/{id}", { path, give: { email: "two@example.org" } });
  await record("POST superadmins/{id}/demote", { path });
}

/** The token of the only mail that resets a password. */
async function mailedToken(mails: string): Promise<string> {
  for (;;) {
    for (const name of await readdir(mails).catch(() => [])) {
      const [, token] = /\/reset\?token=([\w-]+)/.exec(await readFile(`${mails}/${name}`, "utf8")) ?? [];
      if (token) return token;
    }
    await pause(50);
  }
}
