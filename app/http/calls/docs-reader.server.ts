import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { config, invalidToken } from "~/gate.server";
import { identify } from "../actor.server";
import { loginPath } from "../forms/kept-form.server";
import { refusalPage } from "../refusal.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** With API_DOCS=signed-in only people who are signed in, and programs with a token, may read the API documentation. */
const mayRead = async ({ request, context }: Args): Promise<boolean> =>
  config().API_DOCS === "public" || (await identify(request, context)).asker !== null;

/** Throws a redirect to the sign-in page if the reader may not see the documentation. */
export async function requireReader(args: Args): Promise<void> {
  const isAdmitted = await mayRead(args).catch((error: unknown) => {
    throw refusalPage(error, args.context.requestId);
  });
  if (!isAdmitted) throw redirect(await loginPath(args.request));
}

/** Throws INVALID_TOKEN if the program may not read the document. */
export async function requireProgram(args: Args): Promise<void> {
  if (!(await mayRead(args))) throw invalidToken();
}
