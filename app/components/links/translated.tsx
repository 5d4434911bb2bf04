import { useLocation } from "@remix-run/react";
import type { doctor, Output } from "~/gate.server";
import { doctor as texts } from "~/texts";
import { withQuery } from "../ui/address";
import type { Column } from "../table/column";
import { ShortLink } from "../table/short-link";
import { ShortText } from "../ui/short-text";
import { RowLink } from "../table/row-acts";
import { Table } from "../table/table";

type Named = Output<typeof doctor.examine>["links"][number];
type Props = { links: readonly Named[]; values: Readonly<Record<string, unknown>> };

const NONE = "–";
const name = (text: string | null) => <ShortText text={text || NONE} max={40} />;

/**
 * The site, office and agent behind each link of the text. If there are several, each links to its own diagnosis
 * (TRANS-06).
 */
export function Translated({ links, values }: Props) {
  const { search } = useLocation();
  const shown = Number(values.at ?? 1);
  const columns: Column<Named>[] = [
    { key: "link", long: true, label: texts.link, head: true, cell: ({ link }) => <ShortLink url={link} max={40} /> },
    { key: "shape", label: "Format", cell: ({ shape }) => texts.shapes[shape] },
    { key: "sitename", label: "Site", cell: ({ sitename }) => name(sitename) },
    { key: "typename", label: "Site link", cell: ({ typename }) => name(typename) },
    { key: "officeName", label: "Office", cell: ({ officeName }) => name(officeName) },
    { key: "username", label: "Agent", cell: ({ username }) => name(username) },
    { key: "email", long: true, label: "E-mail", cell: ({ email }) => name(email) },
  ];
  const examine: Column<Named> = {
    key: "examine",
    label: "Actions",
    acts: true,
    cell: ({ link }, index) =>
      index + 1 === shown ? (
        <span className="note">{texts.examined}</span>
      ) : (
        <RowLink button href={withQuery(search, { at: index + 1 })} of={link}>
          {texts.examine}
        </RowLink>
      ),
  };
  return (
    <Table
      caption={texts.found}
      columns={links.length > 1 ? [...columns, examine] : columns}
      rows={links}
      empty={NONE}
    />
  );
}
