import { useRouteLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { OpenPage } from "~/components/sign-in/open-page";
import { remoteLoginLoader } from "~/http/sign-in.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";

export const loader = remoteLoginLoader;
export const meta = titled(signIn.heading);

/** Seen by whoever comes with a token that opens nothing. */
export default function RemoteLogin() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <OpenPage brand={root?.brand} heading={signIn.heading}>
      <p role="alert">{signIn.remoteOver}</p>
      <p>
        <a href="/login">{signIn.heading}</a>
      </p>
    </OpenPage>
  );
}
