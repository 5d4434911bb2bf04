import type { ReactNode } from "react";
import { zoneNote } from "~/texts";
import type { Term } from "../glossary/terms";
import { TermsButton } from "../glossary/terms-button";
import { Dated } from "../ui/line-breaks";
import { useViews, ViewsMenu } from "../views/views-menu";
import { AsOf } from "./as-of";
import { type Crumb, Crumbs } from "./crumbs";
import { PrintNote } from "./print-note";

type Props = {
  title: string;
  /** The list of the record, on screens without its tabs: where a record is added, or where it has one screen only. */
  list?: Crumb;
  /** The name of the record, if the title is not, or the way to it. */
  record?: ReactNode;
  /** Whether the record is in use. */
  state?: ReactNode;
  /** EST or EDT, on screens that show times; false while such a screen has none to show. */
  zone?: string | false;
  /** Set if part of the screen refreshes itself. That part then shows the time of its data, and the head does not. */
  renewed?: boolean;
  /** Words of the screen that not everybody knows. */
  terms?: readonly Term[];
  /** Set on pages that are as large as a thin line allows: their views are made elsewhere. */
  isFull?: boolean;
  /** Links and buttons for the whole screen, right-aligned. */
  children?: ReactNode;
};

/** The screen's only h1, its time zone and its actions. */
export function ScreenHead({
  title,
  list,
  record,
  state,
  zone,
  renewed = false,
  terms,
  isFull = false,
  children,
}: Props) {
  const loaded = useViews();
  const views = isFull ? undefined : loaded;
  return (
    <>
      {list && <Crumbs list={list}>{record}</Crumbs>}
      <header className="head">
        <h1>
          <Dated text={title} />
        </h1>
        {state}
        {zone && <p className="note">{zoneNote(zone)}</p>}
        {terms && <TermsButton of={terms} />}
        {!renewed && <AsOf />}
        <PrintNote />
        {(children || views) && (
          <div className="acts">
            {views && <ViewsMenu {...views} />}
            {children}
          </div>
        )}
      </header>
    </>
  );
}
