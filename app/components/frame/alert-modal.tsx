import type { ReactNode } from "react";

type Props = {
  /** Already cleaned by the server; shown as HTML. */
  html?: string;
  text?: string;
  /** Takes the post that marks it as read. */
  action: string;
  /** Hidden fields that say what was read. */
  children?: ReactNode;
};

/** What a person has to read, with the single button Enter. Without scripts it stands open on the page. */
export function AlertModal({ html, text, action, children }: Props) {
  return (
    <dialog open data-modal aria-label="Notice">
      {html === undefined ? (
        <p className="kept">{text}</p>
      ) : (
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      )}
      <form method="post" action={action}>
        {children}
        <button className="primary">Enter</button>
      </form>
    </dialog>
  );
}
