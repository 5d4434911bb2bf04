import type { ReactNode } from "react";
import { zoneNote } from "~/texts";
import { AsOf } from "./as-of";

type Props = {
  title: string;
  /** EST or EDT, where the screen shows times. */
  zone?: string;
  /** The screen is renewed while it stands; it tells of which moment it is where that is renewed, too. */
  renewed?: boolean;
  /** Links and buttons that belong to the whole screen, on the right. */
  children?: ReactNode;
};

/** The one h1 of a screen, the zone that its times are in, and its acts. */
export function ScreenHead({ title, zone, renewed = false, children }: Props) {
  return (
    <header className="head">
      <h1>{title}</h1>
      {zone && <p className="note">{zoneNote(zone)}</p>}
      {!renewed && <AsOf />}
      {children && <div className="acts">{children}</div>}
    </header>
  );
}
