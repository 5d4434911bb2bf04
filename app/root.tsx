import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BareFrame } from "~/components/frame/bare-frame";
import { errorHeading, ErrorText, useShownError } from "~/components/frame/error-text";
import { usePage } from "~/components/page";
import { brand } from "~/gate.server";
import { isLight } from "~/http/light.server";

/** Brand, and whether this page goes without scripts: asked for by the browser or chosen in the footer. */
export function loader({ request }: LoaderFunctionArgs) {
  const light = isLight(request);
  const { name, style, copyright } = brand();
  return { brand: { name, style, copyright }, light, scripts: !light && request.headers.get("Save-Data") !== "on" };
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: error ? errorHeading(error) : data?.brand.name },
];

/** The whole document, of pages and of errors. Remix's own scripts are never part of it. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en" className={[root?.brand.style, root?.scripts === false && "unscripted"].filter(Boolean).join(" ")}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <link rel="icon" href="/favicon.svg" />
        <Links />
        {/* The page is painted once its end has arrived: the columns of a table move while its rows come in. */}
        <link rel="expect" href="#end" {...{ blocking: "render" }} />
        {root?.scripts !== false && <Script />}
      </head>
      <body>{children}</body>
    </html>
  );
}

// The development runtime expects Remix's router; this stands in for the two calls that it makes.
const STAND_IN =
  "window.__remixRouter={subscribe(f){queueMicrotask(()=>f({revalidation:'idle'}));return()=>{}},revalidate(){}};" +
  "window.__remixClearCriticalCss=()=>{};";

function Script() {
  const { nonce, enhance, preamble } = usePage();
  return (
    <>
      {preamble && (
        <>
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: STAND_IN }} />
          <script type="module" nonce={nonce} src={preamble} />
        </>
      )}
      <script type="module" src={enhance} />
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

/** For whoever has no session, and for errors of the frame itself. */
export function ErrorBoundary() {
  const shown = useShownError();
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <BareFrame brand={root?.brand}>
      <ErrorText {...shown} />
    </BareFrame>
  );
}
