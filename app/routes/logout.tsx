import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { PublicPage } from "~/components/sign-in/public-page";
import { refusalPage } from "~/http/refusal.server";
import { postedValues } from "~/http/forms/posted.server";
import { endSessions, leaveView } from "~/http/viewing.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  try {
    const { leave } = await postedValues(request.clone(), context);
    return leave ? await leaveView(args) : redirect("/login", { headers: await endSessions(args) });
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}
export const meta = pageTitle(signIn.logoutHeading);

export default function Logout() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <PublicPage brand={root?.brand} heading={signIn.logoutHeading}>
      <p>{signIn.logoutText}</p>
      <form method="post" className="acts">
        <button className="primary">{signIn.logoutHeading}</button>
        <a className="button" href="/app/home">
          Cancel
        </a>
      </form>
    </PublicPage>
  );
}
