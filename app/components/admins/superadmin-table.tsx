import type { identity, Output } from "~/gate.server";
import type { Column } from "../table/column";
import { possibleActs } from "../table/acts";
import { RowActs, RowLink } from "../table/row-acts";
import { Table } from "../table/table";
import { ShortText } from "../ui/short-text";
import { State } from "../ui/state";
import { superadminActs } from "./acts";
import { superadmins as texts } from "./texts";

type Superadmin = Output<typeof identity.superadmins.list>[number];

const columnsOf = (action: string): Column<Superadmin>[] => [
  { key: "username", label: "Username", head: true, cell: ({ username }) => username },
  { key: "email", long: true, label: "Email", primary: true, cell: ({ email }) => <ShortText text={email} max={40} /> },
  {
    key: "status",
    label: "Sign-in",
    cell: ({ loginBlocked }) => (
      <State tone={loginBlocked ? "bad" : "good"}>{loginBlocked ? texts.blocked : texts.allowed}</State>
    ),
  },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: (row) =>
      row.current ? (
        <State tone="accent">{texts.you}</State>
      ) : (
        <RowActs action={action} id={row.id} of={row.username} acts={possibleActs(superadminActs, row)}>
          <RowLink href={`${action}/superadmins/${row.id}`} of={row.username}>
            Edit
          </RowLink>
        </RowActs>
      ),
  },
];

/** All superadmins. One of them changes the access of the others, not of themselves. */
export const SuperadminTable = ({ superadmins, action }: { superadmins: readonly Superadmin[]; action: string }) => (
  <section className="stack" aria-labelledby="superadmins">
    <h2 id="superadmins">{texts.heading}</h2>
    <p className="note">{texts.intro}</p>
    <Table caption={texts.heading} captionHidden columns={columnsOf(action)} rows={superadmins} empty="" />
  </section>
);
