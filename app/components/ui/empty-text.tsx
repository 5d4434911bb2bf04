import type { ReactNode } from "react";

/** Shown instead of rows: the specified text and what to do next. */
export function EmptyText({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="nothing">
      <p>{text}</p>
      {children}
    </div>
  );
}
