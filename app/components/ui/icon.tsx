import type { CSSProperties } from "react";
import { type IconName, placeOf } from "~/components/ui/icons";

/** Next to text the icon is hidden from screen readers. On its own it needs a `label`. */
export const Icon = ({ name, label }: { name: IconName; label?: string }) => (
  <i className="i" style={{ "--n": placeOf(name) } as CSSProperties} role={label && "img"} aria-label={label} />
);
