import type { ReactNode } from "react";
import type { IconName } from "~/components/ui/icons";
import { Icon } from "./icon";

type Props = { good?: boolean; icon?: IconName; children: ReactNode };

/**
 * A notice that stays on the screen until its cause is gone. It warns, unless it is `good`: something was done, or there
 * is something to keep.
 */
export function Notice({ good = false, icon, children }: Props) {
  return (
    <div className={good ? "notice done" : "notice"} role="note">
      <Icon name={icon ?? (good ? "check" : "alert")} />
      <div>{children}</div>
    </div>
  );
}
