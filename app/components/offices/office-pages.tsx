import type { ReactNode } from "react";
import type { Abilities } from "~/gate.server";
import { sessions } from "~/texts";
import { history } from "../history/texts";
import { payouts } from "../payouts/texts";
import { type RecordTab, RecordTabs } from "../records/record-tabs";
import { STATEMENTS } from "../statements/statement";
import { webhooks } from "../webhooks/texts";
import { officeTabTexts as texts } from "./texts";

type Props = {
  office: { id: number; officeName: string };
  can: Pick<Abilities, "seeOffices" | "managePayroll" | "manageWebhooks">;
  /** The tab of a screen whose address does not name the office. */
  current?: "agents" | "statement";
  /** The head of the screen. */
  children: ReactNode;
};

/** The address of an office's own page: its figures. */
export const officeAddress = (id: number): string => `/app/offices/${id}/figures`;

/** Everything about one office, as tabs. Managers see those of their own office that they may open. */
export function OfficePages({ office: { id, officeName }, can, current, children }: Props) {
  const forAdmins = (tab: RecordTab) => (can.seeOffices ? [tab] : []);
  const tabs = [
    { to: officeAddress(id), label: texts.figures },
    ...forAdmins({ to: `/app/offices/edit/${id}`, label: texts.details }),
    { to: can.seeOffices ? `/app/agents?companyId=${id}` : "/app/agents", label: texts.agents },
    ...forAdmins({ to: `/app/offices/${id}/${encodeURIComponent(officeName)}/sites`, label: texts.sites }),
    ...forAdmins({ to: `/app/offices/${id}/payments`, label: texts.payments }),
    ...(can.managePayroll ? [{ to: `/app/offices/${id}/payout`, label: payouts.heading }] : []),
    ...(can.manageWebhooks ? [{ to: `/app/offices/${id}/webhooks`, label: webhooks.heading }] : []),
    { to: `${STATEMENTS}?companyId=${id}`, label: texts.statement },
    ...forAdmins({ to: `/app/offices/${id}/sessions`, label: sessions.heading }),
    { to: `/app/offices/${id}/history`, label: history.heading },
  ];
  const list = can.seeOffices ? { to: "/app/offices/offices", label: texts.list } : undefined;
  return (
    <RecordTabs
      list={list}
      name={officeName}
      home={current && officeAddress(id)}
      tabs={tabs}
      current={current && texts[current]}
    >
      {children}
    </RecordTabs>
  );
}
