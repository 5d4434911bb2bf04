import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { spoolNote } from "~/texts";
import { AlertModal } from "./alert-modal";
import { Bar } from "./bar";
import { Footer } from "./footer";
import type { Frame } from "./frame";
import { Toasts } from "./toasts";
import { ViewedBy } from "./viewed-by";

type Props = { frame: Frame; display?: Parameters<typeof Footer>[0]["display"]; children: ReactNode };

/** Reports of many columns take all of a wide window. */
const FULL_WIDTH = /^\/app\/stats\/(sites|explain)/;

/** Bar, notices, screen and footer. The print version has only the screen. */
export function Shell({ frame, display, children }: Props) {
  const { pathname, search } = useLocation();
  if (new URLSearchParams(search).get("print") === "1") {
    return <main className="sheet">{children}</main>;
  }
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Bar frame={frame} here={pathname} />
      <Toasts toasts={frame.toasts ?? []} />
      {frame.alert && (
        <AlertModal html={frame.alert.html} text={frame.alert.text} action="/app/alerts/read">
          <input type="hidden" name="mark" value={frame.alert.mark} />
          <input type="hidden" name="returnUrl" value={pathname + search} />
        </AlertModal>
      )}
      <main id="main" tabIndex={-1} className={FULL_WIDTH.test(pathname) ? "full" : undefined}>
        {frame.viewedBy && <ViewedBy by={frame.viewedBy} username={frame.username} viewing={frame.viewing} />}
        {frame.behind && (
          <p className="note" role="status">
            {spoolNote}
          </p>
        )}
        {children}
      </main>
      <Footer brand={frame.brand} display={display} here={pathname + search} />
    </>
  );
}
