import { useLocation } from "@remix-run/react";
import { empty, links as texts } from "~/texts";
import type { Column } from "../table/column";
import { CopyField } from "../ui/copy-field";
import { RowLink } from "../table/row-acts";
import { Table } from "../table/table";

/** A link as the server returns it. `id` is the ID of its type. */
export type Link = { id: number; sitename: string; typename: string; linkFormat: "Direct" | "Encoded"; link: string };

export const linkName = ({ sitename, typename, linkFormat }: Link) => `${sitename} ${typename} ${linkFormat}`;

/** Links to copy. QR codes are on pages of their own because eight of them would outweigh the rest of this page. */
export function LinksTable({ links }: { links: readonly Link[] }) {
  const { pathname, search } = useLocation();
  const qrOf = ({ id, linkFormat }: Link) => {
    const query = new URLSearchParams(search);
    query.set("typeId", String(id));
    query.set("linkFormat", linkFormat);
    return `${pathname}/qr?${query}`;
  };
  const columns: Column<Link>[] = [
    { key: "site_link", label: "Site Link", head: true, cell: ({ sitename, typename }) => `${sitename} ${typename}` },
    { key: "linkFormat", label: "Link Format", primary: true, cell: ({ linkFormat }) => linkFormat },
    {
      key: "link",
      label: "URL",
      long: true,
      cell: (link) => (
        <CopyField
          id={`${link.linkFormat}-${link.id}`}
          value={link.link}
          label={linkName(link)}
          end
          primary={link.linkFormat === "Encoded"}
        />
      ),
    },
    {
      key: "qr",
      label: "",
      acts: true,
      cell: (link) => (
        <RowLink href={qrOf(link)} of={linkName(link)}>
          {texts.qr}
        </RowLink>
      ),
    },
  ];
  return (
    <>
      <p className="note">
        <b>Encoded</b>: a short link that hides the ids of site and agent. Use this one if in doubt.
        <br />
        <b>Direct</b>: the same link with the ids in plain sight.
      </p>
      <Table caption={texts.codesHeading} captionHidden columns={columns} rows={links} empty={empty.list} />
    </>
  );
}
