import type { ReactNode } from "react";
import { Icon } from "./icon";

/** A notice that stays on the screen until its cause is gone. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice" role="note">
      <Icon name="alert" />
      <div>{children}</div>
    </div>
  );
}
