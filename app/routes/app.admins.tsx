import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { PasswordCell } from "~/components/people/password-cell";
import type { Column } from "~/components/table/column";
import { ShortText } from "~/components/ui/short-text";
import { RowLink } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { admins as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty } from "~/texts";
import { admins as texts } from "~/components/admins/texts";

export const loader = screen({ admins: operations.list });
export const meta = pageTitle(texts.heading);

type Admin = ReturnType<typeof useLoaderData<typeof loader>>["admins"][number];

const columnsOf = (passwordsVisible: boolean): Column<Admin>[] => [
  { key: "username", label: "Username", head: true, cell: ({ username }) => username },
  {
    key: "plainPassword",
    nowrap: true,
    label: "Password",
    cell: ({ plainPassword }) => <PasswordCell password={plainPassword} visible={passwordsVisible} />,
  },
  { key: "email", long: true, label: "Email", primary: true, cell: ({ email }) => <ShortText text={email} max={40} /> },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, username }) => (
      <RowLink button href={`/app/admins/edit/${id}`} of={username}>
        Edit
      </RowLink>
    ),
  },
];

/** The admins, without the superadmins. */
export default function Admins() {
  const { admins, can } = useLoaderData<typeof loader>();
  return (
    <>
      <ScreenHead title={texts.heading}>
        <a className="button primary" href="/app/admins/create">
          {texts.add}
        </a>
      </ScreenHead>
      <Table
        caption={texts.heading}
        captionHidden
        columns={columnsOf(can.seePasswords)}
        rows={admins}
        addressed={({ id }) => id}
        empty={empty.listYet}
      />
    </>
  );
}
