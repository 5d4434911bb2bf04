import type { ReactNode } from "react";

/** Why an act cannot be done, with OK alone; where there are no scripts, on the page that would have asked. */
export function InfoPage({ text, back, children }: { text: string; back: string; children?: ReactNode }) {
  return (
    <div className="form">
      <h1>{text}</h1>
      {children}
      <div className="acts">
        <a className="button" href={back}>
          OK
        </a>
      </div>
    </div>
  );
}

/** The same above the list that a refused act leads back to. It closes without scripts too. */
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
