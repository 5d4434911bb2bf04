import type { AppLoadContext } from "@remix-run/node";
import { unsealForAccount, sealForAccount } from "~/gate.server";
import { ownCookie } from "../own-cookie.server";

/**
 * A secret that is shown only once (a token, recovery codes) travels with the redirect to the page that shows it. It is
 * in a sealed HttpOnly cookie, bound to the account, and that page deletes it. Lifetime: 60 seconds.
 */
const cookie = ownCookie("reveal", { path: "/app", sameSite: "strict", maxAge: 60 });

export const revealHeader = (accountId: number, answer: unknown): Promise<string> =>
  cookie.serialize(sealForAccount("shown", accountId, answer));

/** The secret sent with this request for this account, which its page shows, and the header that deletes the cookie. */
export async function takeRevealed(
  request: Request,
  context: AppLoadContext,
  accountId: number,
): Promise<{ revealed: unknown; forget: string } | undefined> {
  const sealed = await cookie.parse(request);
  if (typeof sealed !== "string" || sealed === "") return undefined;
  context.secrets = "shown";
  const forget = await cookie.serialize("", { maxAge: 0 });
  return { revealed: unsealForAccount("shown", accountId, sealed), forget };
}
