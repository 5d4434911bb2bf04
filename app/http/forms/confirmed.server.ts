import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { ConfirmYourselfProps } from "~/components/frame/confirm-yourself";
import { type Actor, identity, perform, Refusal, sealForAccount, unsealForAccount, withTextInput } from "~/gate.server";
import { frameLoader } from "../frame.server";
import { fromOf } from "../from.server";
import { isFormRefusal } from "../refusal.server";
import { referringPage, returnUrl } from "../return-url";
import type { Values } from "../screen.server";
import { refusedForm } from "./refused.server";

/**
 * Forms whose act needs the password again. The answer is a page that asks for it and carries the posted values,
 * sealed; its post confirms the session and continues with them.
 */

const CARRIED = "carried";

type Args = ActionFunctionArgs;
type Carried = { path: string; values: Values; back: string };

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/** The posted values: those that the page carried, once the password is right. Throws the page again if it is wrong. */
export async function confirmedValues(args: Args, me: Actor, posted: Values): Promise<{ me: Actor; values: Values }> {
  if (typeof posted[CARRIED] !== "string") return { me, values: posted };
  const carried = unsealForAccount("confirm", me.accountId, posted[CARRIED]) as Carried | undefined;
  if (carried?.path !== pathOf(args.request)) {
    throw new Refusal("MALFORMED", "This form is not whole, or older than 15 minutes. Please fill it in again.");
  }
  const from = fromOf(args.request, args.context, "form");
  const { password, code, passkey } = posted;
  try {
    const { until } = await perform(withTextInput(identity.confirm), me, { password, code, passkey }, from);
    return { me: { ...me, confirmedUntil: Date.parse(until) }, values: carried.values };
  } catch (error) {
    if (!isFormRefusal(error)) throw error;
    throw await page(args, me, posted[CARRIED], carried.back, error);
  }
}

/** The page that asks for the password, for a refused act; anything else as it is. */
export async function orConfirmPage(error: unknown, args: Args, me: Actor, values: Values): Promise<unknown> {
  if (!(error instanceof Refusal) || error.code !== "CONFIRM") return error;
  const texts = Object.entries(values).filter(([, value]) => !(value instanceof Blob));
  const back = returnUrl(
    typeof values.back === "string" ? values.back : (referringPage(args.request) ?? pathOf(args.request)),
  );
  const carried: Carried = { path: pathOf(args.request), values: Object.fromEntries(texts), back };
  return page(args, me, sealForAccount("confirm", me.accountId, carried), back);
}

async function page(args: Args, me: Actor, carried: string, back: string, refusal?: Refusal) {
  const needs = await perform(identity.confirmForm, me, {}, fromOf(args.request, args.context, "page"));
  const refused = refusal && refusedForm(refusal, {});
  const confirm: ConfirmYourselfProps = { ...needs, carried, back, refused: refused?.data };
  // The answer to a refused post has no data of the shell.
  const { data: frame } = await frameLoader(args);
  const { message } = refusal ?? new Refusal("CONFIRM", "");
  return data(
    { code: "CONFIRM", message, confirm, frame },
    { status: refusal?.status === 429 ? 429 : 403, headers: { "Cache-Control": "no-store" } },
  );
}
