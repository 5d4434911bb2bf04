import type { ReactNode } from "react";
import { zoneNote } from "~/texts";
import { Dated } from "../ui/line-breaks";
import { AsOf } from "./as-of";
import { PrintNote } from "./print-note";

type Props = {
  title: string;
  /** EST or EDT, on screens that show times. */
  zone?: string;
  /** Set if part of the screen refreshes itself. That part then shows the time of its data, and the head does not. */
  renewed?: boolean;
  /** Links and buttons for the whole screen, right-aligned. */
  children?: ReactNode;
};

/** The screen's only h1, its time zone and its actions. */
export function ScreenHead({ title, zone, renewed = false, children }: Props) {
  return (
    <header className="head">
      <h1>
        <Dated text={title} />
      </h1>
      {zone && <p className="note">{zoneNote(zone)}</p>}
      {!renewed && <AsOf />}
      <PrintNote />
      {children && <div className="acts">{children}</div>}
    </header>
  );
}
