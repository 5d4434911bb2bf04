import type { ReactNode } from "react";
import { Icon } from "./icon";

/**
 * A notice that stays on the screen until its cause is gone. It warns, unless it is `good`: something was done, or there
 * is something to keep.
 */
export function Notice({ good = false, children }: { good?: boolean; children: ReactNode }) {
  return (
    <div className={good ? "notice done" : "notice"} role="note">
      <Icon name={good ? "check" : "alert"} />
      <div>{children}</div>
    </div>
  );
}
