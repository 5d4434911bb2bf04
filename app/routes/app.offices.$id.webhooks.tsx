import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { Pager } from "~/components/table/pager";
import { Status } from "~/components/ui/state";
import { EndpointTable } from "~/components/webhooks/endpoint-table";
import { webhooks as texts } from "~/components/webhooks/texts";
import { offices, webhooks } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ card: offices.card, list: webhooks.ofOffice });
export const meta = pageTitle<typeof loader>(texts.heading, ({ card }) => card.officeName);

/** The addresses that receive events of one office, each with its state and the person who created it. */
export default function OfficeWebhooks() {
  const { card, list, can, zone } = useLoaderData<typeof loader>();
  return (
    <>
      <OfficePages office={card} can={can}>
        <ScreenHead
          title={texts.ofOffice(card.officeName)}
          state={<Status {...card} />}
          zone={list.total > 0 && zone}
        />
      </OfficePages>
      <p className="note">{texts.ofOfficeIntro}</p>
      <EndpointTable endpoints={list.items} withOffice={false} />
      <Pager page={list.asked.page} pageSize={list.asked.pageSize} total={list.total} />
    </>
  );
}
