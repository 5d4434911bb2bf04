import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { LinksTabs } from "~/components/links/links-tabs";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Select } from "~/components/ui/choices";
import type { Column } from "~/components/ui/column";
import { CopyField } from "~/components/ui/copy-field";
import { criteria } from "~/components/ui/criteria";
import { CriteriaForm } from "~/components/ui/criteria-form";
import { EmptyText } from "~/components/ui/empty-text";
import { Table } from "~/components/ui/table";
import { links as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty, links as texts } from "~/texts";

export const loader = screen({ codes: room.codesScreen });
export const meta = titled(texts.codesHeading);

type Answer = ReturnType<typeof useLoaderData<typeof loader>>;
type Link = NonNullable<Answer["codes"]["links"]>[number];

const name = ({ sitename, typename, linkFormat }: Link) => `${sitename} ${typename} ${linkFormat}`;
const columns: Column<Link>[] = [
  { key: "site_link", label: "Site Link", head: true, cell: ({ sitename, typename }) => `${sitename} ${typename}` },
  { key: "linkFormat", label: "Link Format", telling: true, cell: ({ linkFormat }) => linkFormat },
  {
    key: "link",
    label: "URL",
    cell: (link) => <CopyField id={`${link.linkFormat}-${link.id}`} value={link.link} label={name(link)} />,
  },
];

export default function LinkCodes() {
  const { codes, can, values, errors } = useLoaderData<typeof loader>();
  const field = criteria({ values: { ...values, agentId: codes.agent ?? values.agentId }, errors });
  return (
    <>
      <LinksTabs can={can} />
      <ScreenHead title={texts.codesHeading} />
      <CriteriaForm submit={texts.getLinks}>
        <Select field={field("siteId", { required: true })} label="Site" first="Choose a site" choices={codes.sites} />
        <OfficeAgent field={field} can={can} choices={codes} required />
      </CriteriaForm>
      {codes.links && codes.links.length > 0 && (
        <Table
          caption={texts.codesHeading}
          captionHidden
          columns={columns}
          rows={codes.links}
          rowKey={({ id, linkFormat }) => linkFormat + id}
          empty={empty.list}
        />
      )}
      {codes.links?.length === 0 && <EmptyText text={empty.list} />}
    </>
  );
}
