import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Meta, Outlet, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BareFrame } from "~/components/frame/bare-frame";
import { errorHeading, ErrorText, useShownError } from "~/components/frame/error-text";
import { usePage } from "~/components/page";
import { brand } from "~/gate.server";
import { displayOf } from "~/http/display.server";
import signedIn from "./signed-in.css?url";
import signedOut from "./signed-out.css?url";

/** The brand, the colours, and whether this page has scripts. Save-Data and the switch in the footer turn them off. */
export function loader({ request }: LoaderFunctionArgs) {
  const display = displayOf(request);
  const { name, style, copyright } = brand();
  return {
    brand: { name, style, copyright },
    display,
    scripts: !display.light && request.headers.get("Save-Data") !== "on",
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: error ? errorHeading(error) : data?.brand.name },
];

/** The whole HTML document, for pages and errors. It never includes Remix's own scripts. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { framed } = usePage();
  const scheme = root?.display.scheme;
  const classes = [root?.brand.style, scheme, root?.scripts === false && "unscripted"];
  return (
    <html lang="en" className={classes.filter(Boolean).join(" ")}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content={scheme ?? "light dark"} />
        <Meta />
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href={framed ? signedIn : signedOut} />
        {/* Painting waits for the end of the page: otherwise table columns shift while rows arrive. */}
        <link rel="expect" href="#end" {...{ blocking: "render" }} />
        {root?.scripts !== false && <Script />}
      </head>
      <body>{children}</body>
    </html>
  );
}

// The development runtime expects Remix's router. This stub provides the two calls that it makes.
const FALLBACK_BRAND =
  "window.__remixRouter={subscribe(f){queueMicrotask(()=>f({revalidation:'idle'}));return()=>{}},revalidate(){}};" +
  "window.__remixClearCriticalCss=()=>{};";

function Script() {
  const { nonce, enhance, preamble } = usePage();
  return (
    <>
      {preamble && (
        <>
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: FALLBACK_BRAND }} />
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

/** Errors for people without a session, and errors of the frame itself. */
export function ErrorBoundary() {
  const shown = useShownError();
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <BareFrame brand={root?.brand}>
      <ErrorText {...shown} />
    </BareFrame>
  );
}
