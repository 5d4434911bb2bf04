import { openCarried, sealCarried } from "~/gate.server";
import { ownCookie } from "./own-cookie.server";

/**
 * What an act answers and nobody sees again (a token, recovery codes) goes along with the redirect to the page that
 * shows it: in a cookie that only the server can read, for the account that asked, and gone with that page.
 */
const cookie = ownCookie("reveal", { path: "/app", sameSite: "strict", maxAge: 60 });

export const revealHeader = (accountId: number, answer: unknown): Promise<string> =>
  cookie.serialize(sealCarried(accountId, answer));

/** What came with this request for this account, and the header that forgets it. */
export async function takeRevealed(
  request: Request,
  accountId: number,
): Promise<{ revealed: unknown; forget: string } | undefined> {
  const carried = await cookie.parse(request);
  if (typeof carried !== "string" || carried === "") return undefined;
  const forget = await cookie.serialize("", { maxAge: 0 });
  return { revealed: openCarried(accountId, carried), forget };
}
