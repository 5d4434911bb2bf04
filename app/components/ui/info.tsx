import type { ReactNode } from "react";
import { form as texts } from "~/texts";
import { Dated } from "./line-breaks";

/** From this length on, a reason is a sentence to read, and not a heading. */
const LONG = 90;

/** Explains why an action is not possible, with OK only. Without scripts it replaces the confirmation page. */
export function InfoPage({ text, back, children }: { text: string; back: string; children?: ReactNode }) {
  const reason = <Dated text={text} />;
  return (
    <div className="card ask">
      {text.length > LONG ? (
        <>
          <h1>{texts.impossible}</h1>
          <p>{reason}</p>
        </>
      ) : (
        <h1>{reason}</h1>
      )}
      {children}
      <div className="acts">
        <a className="button primary" href={back}>
          OK
        </a>
      </div>
    </div>
  );
}

/** The same as a dialog, above the list that a refused action returns to. It can be closed without scripts. */
export function InfoDialog({ text }: { text: string }) {
  return (
    <dialog open data-modal aria-labelledby="info-title">
      <h2 id="info-title">{text}</h2>
      <form className="acts" method="dialog">
        <button className="primary">OK</button>
      </form>
    </dialog>
  );
}
