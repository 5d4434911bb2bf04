import type { ReactNode } from "react";
import type { IconName } from "~/components/ui/icons";
import { Icon } from "./icon";

type Props = {
  text: string;
  /** The kind of record that is missing. */
  icon?: IconName;
  /** One of several lists of a screen: without the icon, and no higher than its words. */
  brief?: boolean;
  children?: ReactNode;
};

/** Shown instead of rows: the specified text and what to do next. */
export function EmptyText({ text, icon = "logs", brief = false, children }: Props) {
  return (
    <div className={brief ? "nothing brief" : "nothing"}>
      {!brief && <Icon name={icon} />}
      <p>{brief ? <b>{text}</b> : text}</p>
      {children}
    </div>
  );
}
