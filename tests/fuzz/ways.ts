import fc from "fast-check";
import type { Company } from "./company";
import { encoded } from "./calls";
import type { FuzzRequest } from "./request";
import { places } from "./texts";
import { PASSWORD } from "../world/shared";

/** Valid forms with a hostile return address: the redirect after success must stay inside the product. */

const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
const CREATE = "/app/chat-logs/create";
const LIST = "/app/logs/chat";

/** Harmless until their dots are resolved. */
const dotted = ["/.//elsewhere.example", "/app/..//elsewhere.example", "/a/../\t/elsewhere.example"];
const aPlace = fc
  .tuple(
    fc.constantFrom(...places, ...dotted, ...dotted),
    fc.constantFrom("", "", "", "", "", "/", LIST, `${LIST}?`, "/app/..", "%09", " "),
  )
  .map(([place, before]) => before + place);

const fields = (values: Record<string, string>) =>
  Buffer.from(
    Object.entries(values)
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join("&"),
  );

export function ways({ sites }: Company): fc.Arbitrary<FuzzRequest> {
  const signIn = aPlace.map((place): FuzzRequest => ({
    ...{ line: "POST /login", as: "nobody", by: "cookie", method: "POST", path: `/login?returnUrl=${encoded(place)}` },
    ...{ headers: FORM, body: fields({ username: "manager", password: PASSWORD }), reads: false },
  }));
  const submitted = fc.tuple(aPlace, fc.boolean()).map(([place, byField]): FuzzRequest => {
    const talk = { siteId: String(sites[0]!.id), clientUsername: "guest", conversation: "Hello" };
    // Without a return field in the form, the product uses the Referer header.
    const referer = `http://localhost${encodeURI(place.toWellFormed())}`;
    return {
      ...{ line: `POST ${CREATE}`, as: "agent", by: "cookie", method: "POST", path: CREATE, reads: false },
      ...{ headers: byField ? FORM : { ...FORM, Referer: referer } },
      body: fields(byField ? { ...talk, back: place } : talk),
    };
  });
  return fc.oneof(signIn, submitted);
}
