import type { ReactNode } from "react";
import { Icon } from "./icon";

/** What a person has to know on this screen; it stays until its reason is gone. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice" role="note">
      <Icon name="alert" />
      <div>{children}</div>
    </div>
  );
}
