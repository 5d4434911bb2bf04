import { Icon } from "../ui/icon";

export type Toast = { type: "success" | "warning" | "error"; heading: string; body: string; total?: number };

/** Notices above the screen. Scripts make them closable, merge identical ones, and remove success notices after 3 s. */
export function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <toast-stack role="status">
      {toasts.map(({ type, heading, body, total = 1 }) => (
        <div key={`${type}${heading}${body}`} className={`toast ${type}`}>
          <Icon name={type === "success" ? "check" : "alert"} />
          <p>
            <b>{heading}</b> {body}
          </p>
          {total > 1 && <output aria-label="Repeated">{total}</output>}
          <button type="button" aria-label="Close">
            <Icon name="close" />
          </button>
        </div>
      ))}
    </toast-stack>
  );
}
