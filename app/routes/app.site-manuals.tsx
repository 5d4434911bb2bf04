import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { SitesWithout } from "~/components/manuals/sites-without";
import type { Column } from "~/components/ui/column";
import { Pager } from "~/components/ui/pager";
import { Asks, RowActs } from "~/components/ui/row-acts";
import { ShortText } from "~/components/ui/short-text";
import { Table } from "~/components/ui/table";
import { manuals as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, submit } from "~/http/submit.server";
import { empty, notices } from "~/texts";
import { manuals as texts } from "~/components/manuals/texts";

const PATH = "/app/site-manuals";

export const loader = screen({ list: room.listScreen });
export const action = submit(
  { remove: act(room.remove, ({ ids }) => ({ id: ids })) },
  { to: PATH, notice: notices.done },
);
export const meta = titled(texts.heading);

type Manual = ReturnType<typeof useLoaderData<typeof loader>>["list"]["manuals"]["items"][number];

const columns: Column<Manual>[] = [
  {
    key: "sitename",
    label: "Site Name",
    sort: true,
    head: true,
    cell: ({ sitename }) => <ShortText text={sitename} max={60} />,
  },
  {
    key: "title",
    label: texts.title,
    sort: true,
    telling: true,
    cell: ({ title }) => <ShortText text={title} max={60} />,
  },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, sitename }) => (
      <RowActs
        action={PATH}
        id={id}
        of={sitename}
        acts={[{ intent: "remove", label: texts.remove, ask: texts.confirmRemove(sitename), danger: true }]}
      >
        <a className="act button" href={`${PATH}/edit/${id}`}>
          {texts.edit}
          <span className="unseen"> {sitename}</span>
        </a>
      </RowActs>
    ),
  },
];

/** The list of site manuals, to add, edit and remove. */
export default function SiteManuals() {
  const { manuals, asked, without } = useLoaderData<typeof loader>().list;
  return (
    <Asks action={PATH}>
      <ScreenHead title={texts.heading}>
        <a className="button" href="/app/how-to-sell">
          {texts.read}
        </a>
        <a className="button" href={`${PATH}/create`}>
          {texts.add}
        </a>
      </ScreenHead>
      <Table
        caption={texts.heading}
        captionHidden
        columns={columns}
        rows={manuals.items}
        rowKey={({ id }) => id}
        sort={asked}
        empty={empty.listYet}
      />
      <Pager page={asked.page} pageSize={asked.pageSize} total={manuals.total} />
      <SitesWithout sites={without} />
    </Asks>
  );
}
