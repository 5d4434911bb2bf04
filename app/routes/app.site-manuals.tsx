import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { manualActs } from "~/components/manuals/acts";
import { SitesWithout } from "~/components/manuals/sites-without";
import type { Column } from "~/components/table/column";
import { Pager } from "~/components/table/pager";
import { allActs } from "~/components/table/acts";
import { ConfirmSubmit, RowActs, RowLink } from "~/components/table/row-acts";
import { ShortText } from "~/components/ui/short-text";
import { Table } from "~/components/table/table";
import { manuals as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { empty, notices } from "~/texts";
import { manuals as texts } from "~/components/manuals/texts";

const PATH = "/app/site-manuals";

export const loader = screen({ list: operations.listScreen });
export const action = submit(actsBy(operations.remove, manualActs, singleId), { to: PATH, notice: notices.done });
export const meta = pageTitle(texts.heading);

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
    long: true,
    cell: ({ title }) => <ShortText text={title} max={60} />,
  },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, sitename }) => (
      <RowActs action={PATH} id={id} of={sitename} acts={allActs(manualActs)}>
        <RowLink button href={`${PATH}/edit/${id}`} of={sitename}>
          {texts.edit}
        </RowLink>
      </RowActs>
    ),
  },
];

/** The list of site manuals, to add, edit and remove. */
export default function SiteManuals() {
  const { manuals, asked: query, without: sitesWithout } = useLoaderData<typeof loader>().list;
  return (
    <ConfirmSubmit action={PATH}>
      <ScreenHead title={texts.heading}>
        <a className="button" href="/app/how-to-sell">
          {texts.read}
        </a>
        <a className="button primary" href={`${PATH}/create`}>
          {texts.add}
        </a>
      </ScreenHead>
      <Table
        caption={texts.heading}
        captionHidden
        columns={columns}
        rows={manuals.items}
        addressed={({ id }) => id}
        sort={query}
        empty={empty.listYet}
      />
      <Pager page={query.page} pageSize={query.pageSize} total={manuals.total} />
      <SitesWithout sites={sitesWithout} />
    </ConfirmSubmit>
  );
}
