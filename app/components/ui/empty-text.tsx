import type { ReactNode } from "react";
import type { IconName } from "~/components/ui/icons";
import { Icon } from "./icon";

type Props = {
  text: string;
  /** The kind of record that is missing. */
  icon?: IconName;
  children?: ReactNode;
};

/** Shown instead of rows: the specified text and what to do next. */
export function EmptyText({ text, icon = "logs", children }: Props) {
  return (
    <div className="nothing">
      <Icon name={icon} />
      <p>{text}</p>
      {children}
    </div>
  );
}
