import { z } from "zod";
import { Text } from "../kernel/operation/input";
import { invalid } from "../kernel/operation/refusal";
import { SUBS, type Subs } from "../types";

/** Sub ids of a form, as stored with a click: up to 255 characters each. */
export const SubIds = z.object(Object.fromEntries(SUBS.map((name) => [name, Text().optional()])) as SubShape);
type SubShape = Record<(typeof SUBS)[number], z.ZodOptional<ReturnType<typeof Text>>>;

/** A length that browsers, mails and QR codes handle reliably. */
const LONGEST_LINK = 2_000;

/** The link with its sub ids. If it would be longer than LONGEST_LINK, throws 422 at the longest sub id. */
export function withSubs(link: string, given: z.output<typeof SubIds>): string {
  const subs: Subs = given;
  const query = SUBS.flatMap((name) => (subs[name] ? [`${name}=${encodeURIComponent(subs[name])}`] : []));
  if (query.length === 0) return link;
  const whole = `${link}?${query.join("&")}`;
  if (whole.length <= LONGEST_LINK) return whole;
  const [longest = "sub1"] = [...SUBS].sort((a, b) => (subs[b]?.length ?? 0) - (subs[a]?.length ?? 0));
  throw invalid({ [longest]: [`Please use shorter sub ids: a link has at most ${LONGEST_LINK} characters.`] });
}
