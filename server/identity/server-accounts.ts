import { z } from "zod";
import { Account, Admin } from "~models";
import { createAccount, hasUsername, setPassword } from "../accounts";
import { Email, Password, TypedUsername, Username } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { atLeast, levels } from "../kernel/operation/roles";
import { clearUsernameFailures } from "./throttle";

/** Operations that are run on the server itself, by `npm run admin`. */

/** Creates the first account of a deployment. */
export const createSuperadmin = command({
  name: "accounts.createSuperadmin",
  does: "make superadmins",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: z.object({ username: Username, email: Email, password: Password }),
  output: z.object({ accountId: z.int(), username: z.string() }),
  secret: ["password"],
  async run({ changed }, { username, email, password }) {
    const accountId = await createAccount({ role: levels.superadmin, username, password });
    const flags = { earningVisible: true, approveAgents: true, showSuspend: true, showCommonLogs: true };
    await Admin.create({ accountId, email, ...flags });
    changed({ record: "account", id: accountId, before: null, after: { username, email, role: levels.superadmin } });
    return { accountId, username };
  },
});

/** Sets the password of an account whose owner has lost it and cannot receive mail. Signs the person out everywhere. */
export const setLostPassword = command({
  name: "accounts.setLostPassword",
  does: "set lost passwords",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ username: TypedUsername(), password: Password }),
  output: z.object({ username: z.string() }),
  secret: ["password"],
  async run({ changed }, { username: name, password }) {
    const person = await Account.findOne({ attributes: ["id", "username"], where: hasUsername(name), lock: true });
    if (!person) throw invalid({ username: ["There is no account with this username."] });
    const { id, username } = person;
    await setPassword(id, password, { byOther: true });
    await clearUsernameFailures(username);
    changed({ record: "account", id, before: { password: "" }, after: { password: "" }, onBehalfOf: id });
    return { username };
  },
});
