import { createCookie } from "@remix-run/node";
import { config, openCarried, sealCarried } from "~/gate.server";

/**
 * What an act answers and nobody sees again (a token, recovery codes) goes along with the redirect to the page that
 * shows it: in a cookie that only the server can read, for the account that asked, and gone with that page.
 */
const cookie = createCookie("reveal", { path: "/app", httpOnly: true, sameSite: "strict", maxAge: 60 });
const secure = () => config().APP_URL?.startsWith("https:") ?? false;

export const revealHeader = (accountId: number, answer: unknown): Promise<string> =>
  cookie.serialize(sealCarried(accountId, answer), { secure: secure() });

/** What came with this request for this account, and the header that forgets it. */
export async function takeRevealed(
  request: Request,
  accountId: number,
): Promise<{ revealed: unknown; forget: string } | undefined> {
  const carried: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
  if (typeof carried !== "string" || carried === "") return undefined;
  const forget = await cookie.serialize("", { maxAge: 0, secure: secure() });
  return { revealed: openCarried(accountId, carried), forget };
}
