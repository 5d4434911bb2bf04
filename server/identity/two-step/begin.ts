import { Nothing } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { conflict, notFound } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { draw, pendingSecret } from "./authenticator";
import { Secret } from "./read";

/** Creates a secret for the person's app. It takes effect once a code confirms it. */
export const begin = command({
  name: "auth.twoStep.begin",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: Nothing,
  output: Secret,
  async run({ actor: { accountId, username }, changed }) {
    if (!(await draw(accountId))) throw conflict("Two-step sign-in is already on.");
    const secret = await pendingSecret(accountId, username);
    if (!secret) throw notFound();
    changed({ record: "twoStep", id: accountId, before: null, after: { begun: true }, onBehalfOf: accountId });
    return secret;
  },
});
