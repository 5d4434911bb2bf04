import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { OpenPage } from "~/components/sign-in/open-page";
import { refusalPage } from "~/http/refusal.server";
import { leave } from "~/http/sign-in.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    return redirect("/login", { headers: await leave({ request, context }) });
  } catch (thrown) {
    throw refusalPage(thrown, context.requestId);
  }
}
export const meta = titled(signIn.logoutHeading);

export default function Logout() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <OpenPage brand={root?.brand} heading={signIn.logoutHeading}>
      <p>{signIn.logoutText}</p>
      <form method="post" className="acts">
        <button className="primary">{signIn.logoutHeading}</button>
        <a href="/app/home">Cancel</a>
      </form>
    </OpenPage>
  );
}
