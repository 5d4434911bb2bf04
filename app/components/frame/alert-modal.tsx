import type { ReactNode } from "react";

type Props = {
  /** Sanitized by the server and rendered as HTML. */
  html?: string;
  text?: string;
  /** Path of the post that marks the alert as read. */
  action: string;
  /** Hidden fields that identify what was read. */
  children?: ReactNode;
};

/** An alert with a single Enter button. Without scripts it is open within the page. */
export function AlertModal({ html, text, action, children }: Props) {
  return (
    <dialog open data-modal aria-label="Notice">
      {html === undefined ? (
        <p className="kept">{text}</p>
      ) : (
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      )}
      <form className="acts" method="post" action={action}>
        {children}
        <button className="primary">Enter</button>
      </form>
    </dialog>
  );
}
