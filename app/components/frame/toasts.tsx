import { notices } from "~/texts";
import { Act } from "../ui/confirm";

export type Toast = {
  type: "success" | "warning" | "error";
  heading: string;
  body: string;
  total?: number;
  link?: { to: string; label: string };
  /** The inverse of the act on one row, which the heading names, with the question and the fields that it needs. */
  undo?: { action: string; intent: string; id: number; ask?: string; gives?: Readonly<Record<string, string>> };
};

/**
 * Notices above the screen. Scripts make them closable, merge identical ones, and remove success notices after 3 s,
 * unless they link to the next step or can be undone.
 */
export function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <toast-stack role="status">
      {toasts.map(({ type, heading, body, total = 1, link, undo }) => (
        <div
          key={`${type}${heading}${body}`}
          className={`toast ${undo ? "undo" : type === "success" && link ? "lasting" : type}`}
        >
          <p>
            <b>{heading}</b> {body}
            {link && (
              <>
                {" "}
                <a href={link.to}>{link.label}</a>
              </>
            )}
          </p>
          {undo && (
            <Act
              act={{ intent: undo.intent, label: notices.undo, ask: undo.ask }}
              of={heading}
              fields={[["ids", undo.id], ...Object.entries(undo.gives ?? {})]}
              action={undo.action}
              standing
            />
          )}
          {total > 1 && <output aria-label="Repeated">{total}</output>}
          <button type="button" aria-label="Close">
            ×
          </button>
        </div>
      ))}
    </toast-stack>
  );
}
