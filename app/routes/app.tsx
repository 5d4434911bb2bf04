import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { BareFrame } from "~/components/frame/bare-frame";
import { errorHeading, ErrorText, useShownError } from "~/components/frame/error-text";
import { RestoredNote } from "~/components/frame/restored-note";
import { Shell } from "~/components/frame/shell";
import { frameLoader } from "~/http/frame.server";
import type { loader as rootLoader } from "~/root";

export const loader = frameLoader;

export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ error, data, matches }) => {
  const name = data?.brand.name ?? matches.find(({ id }) => id === "root")?.data.brand.name;
  return [{ title: error ? `${errorHeading(error)} · ${name}` : name }];
};

export default function App() {
  const frame = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <Shell frame={frame} display={root?.display}>
      <RestoredNote />
      <Outlet />
    </Shell>
  );
}

/** Errors of a screen appear inside the shell. If the shell itself failed, they appear in the bare frame. */
export function ErrorBoundary() {
  const shown = useShownError();
  const frame = useRouteLoaderData<typeof loader>("routes/app") ?? shown.frame;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!frame) {
    return (
      <BareFrame brand={root?.brand}>
        <ErrorText {...shown} />
      </BareFrame>
    );
  }
  return (
    <Shell frame={frame} display={root?.display}>
      <ErrorText {...shown} />
    </Shell>
  );
}
