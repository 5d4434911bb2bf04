import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { Pager } from "~/components/table/pager";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { CopyField } from "~/components/ui/copy-field";
import { Refusals } from "~/components/ui/failure-pane";
import { Notice } from "~/components/ui/notice";
import { views as texts } from "~/components/views/texts";
import { viewColumns } from "~/components/views/view-columns";
import { VIEWS } from "~/components/views/views-menu";
import { views } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen({ list: views.listScreen }, { reveals: true });
export const action = submit(
  {
    feed: act(views.createFeed, singleId, { reveals: true }),
    endFeed: act(views.removeFeed, singleId),
    stopMail: act(views.stopMail, singleId),
    delete: act(views.remove, singleId),
  },
  {
    to: VIEWS,
    notice: ({ intent }) => (intent === "stopMail" ? [notices.done[0], texts.done.stopMail] : notices.done),
    missing: "list",
  },
);
export const meta = pageTitle(texts.heading);

const addressIn = (revealed: unknown): string | undefined => {
  const { address } = (revealed ?? {}) as { address?: unknown };
  return typeof address === "string" ? address : undefined;
};

/** The account's views and those shared with it. */
export default function Views() {
  const { list, can, zone, errors, revealed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { views: found, asked: query } = list;
  const address = addressIn(revealed);
  return (
    <ConfirmSubmit action={VIEWS}>
      <ProfileTabs can={can} />
      <ScreenHead title={texts.heading} zone={found.total > 0 && zone} />
      {address !== undefined && (
        <Notice>
          <div className="stack">
            <p role="status">{texts.feedMade}</p>
            <CopyField id="made-feed" value={address} label={texts.feedAddress} />
          </div>
        </Notice>
      )}
      <Refusals messages={refused?.lastResult.error ?? errors} />
      <p className="note">{texts.intro}</p>
      <Table
        caption={texts.heading}
        captionHidden
        columns={viewColumns}
        rows={found.items}
        addressed={({ id }) => id}
        sort={query}
        empty={texts.empty}
      />
      <Pager page={query.page} pageSize={query.pageSize} total={found.total} />
    </ConfirmSubmit>
  );
}
