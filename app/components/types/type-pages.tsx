import type { ReactNode } from "react";
import type { Abilities } from "~/gate.server";
import { history } from "../history/texts";
import { RecordTabs } from "../records/record-tabs";
import { siteTabTexts } from "../sites/texts";
import { types as texts } from "./texts";

type Props = {
  site: { id: number; sitename: string };
  type: { id: number; typename: string };
  can: Pick<Abilities, "editCatalogue">;
  /** The head of the screen. */
  children: ReactNode;
};

/** Everything about one link of a site, as tabs. */
export function TypePages({ site, type: { id, typename }, can, children }: Props) {
  const list = `/app/sites/${site.id}/types`;
  const tabs = [
    ...(can.editCatalogue ? [{ to: `${list}/edit/${id}`, label: siteTabTexts.details }] : []),
    { to: `${list}/${id}/prices`, label: texts.prices },
    { to: `${list}/${id}/what-if`, label: texts.whatIf },
    { to: `${list}/${id}/history`, label: history.heading },
  ];
  return (
    <RecordTabs list={{ to: list, label: texts.heading(site.sitename) }} name={typename} tabs={tabs}>
      {children}
    </RecordTabs>
  );
}
