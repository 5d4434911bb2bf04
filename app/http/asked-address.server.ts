import { sealForAccount, unsealForAccount } from "~/gate.server";
import { ownCookie } from "./own-cookie.server";

/** The address typed for a forgotten password, for the page that answers. Sealed, since it belongs to a person. */
const cookie = ownCookie("asked", { path: "/forgot", sameSite: "lax", maxAge: 10 * 60 });
/** Nobody is signed in. */
const NOBODY = 0;

export const askedHeaders = async ({ email }: Record<string, unknown>) => ({
  "Set-Cookie": await cookie.serialize(sealForAccount("address", NOBODY, String(email))),
});

export async function askedAddress(request: Request): Promise<string | undefined> {
  const sealed = await cookie.parse(request);
  const address = typeof sealed === "string" ? unsealForAccount("address", NOBODY, sealed) : undefined;
  return typeof address === "string" ? address : undefined;
}
