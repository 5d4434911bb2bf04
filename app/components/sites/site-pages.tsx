import type { ReactNode } from "react";
import type { Abilities } from "~/gate.server";
import { history } from "../history/texts";
import { type RecordTab, RecordTabs } from "../records/record-tabs";
import { siteTabTexts as texts } from "./texts";

type Can = Pick<Abilities, "editCatalogue" | "manageManuals">;
type Props = {
  site: { id: number; sitename: string };
  can: Can;
  /** The tab of a screen whose address does not name the site. */
  current?: "manual";
  /** The head of the screen. */
  children: ReactNode;
};

/** The first page of a site that the person may open. */
export const siteAddress = (id: number, { editCatalogue }: Pick<Can, "editCatalogue">): string =>
  editCatalogue ? `/app/sites/edit/${id}` : `/app/sites/${id}/types`;

/** Everything about one site, as tabs. */
export function SitePages({ site: { id, sitename }, can, current, children }: Props) {
  const forEditors = (tab: RecordTab) => (can.editCatalogue ? [tab] : []);
  const tabs = [
    ...forEditors({ to: `/app/sites/edit/${id}`, label: texts.details }),
    { to: `/app/sites/${id}/types`, label: texts.links },
    ...forEditors({ to: `/app/sites/company-fees?siteId=${id}`, label: texts.payments }),
    ...forEditors({ to: `/app/sites/${id}/secrets`, label: texts.secrets }),
    ...(can.manageManuals ? [{ to: `/app/sites/${id}/manual`, label: texts.manual }] : []),
    { to: `/app/sites/${id}/history`, label: history.heading },
  ];
  return (
    <RecordTabs
      list={{ to: "/app/sites/sites", label: texts.list }}
      name={sitename}
      tabs={tabs}
      current={current && texts[current]}
    >
      {children}
    </RecordTabs>
  );
}
