import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { Notice } from "~/components/ui/notice";
import { identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { home } from "~/texts";

export const loader = screen({ standing: identity.standing });
export const meta = titled("Home");

export default function Home() {
  const { zone, standing } = useLoaderData<typeof loader>();
  return (
    <>
      <ScreenHead title="Home" zone={zone} />
      {!standing.active && (
        <Notice>
          <p>{home.suspended}</p>
          {standing.reason && <p>{standing.reason}</p>}
        </Notice>
      )}
    </>
  );
}
