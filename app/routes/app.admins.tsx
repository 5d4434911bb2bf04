import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { PasswordCell, type PasswordView, SHOW_PASSWORD } from "~/components/people/password-cell";
import type { Column } from "~/components/table/column";
import { Refusals } from "~/components/ui/failure-pane";
import { ShortText } from "~/components/ui/short-text";
import { RowLink } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { admins as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { empty } from "~/texts";
import { admins as texts } from "~/components/admins/texts";

const PATH = "/app/admins";

export const loader = screen({ admins: operations.list }, { reveals: true });
export const action = submit(
  { [SHOW_PASSWORD]: act(operations.showPassword, singleId, { reveals: true }) },
  { to: PATH, row: true },
);
export const meta = pageTitle(texts.heading);

type Admin = ReturnType<typeof useLoaderData<typeof loader>>["admins"][number];

const columnsOf = (passwords: PasswordView): Column<Admin>[] => [
  { key: "username", label: "Username", head: true, cell: ({ username }) => username },
  {
    key: "plainPassword",
    nowrap: true,
    label: "Password",
    cell: (admin) => <PasswordCell {...passwords} account={admin} />,
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
  const { admins, can, revealed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead title={texts.heading}>
        <a className="button primary" href="/app/admins/create">
          {texts.add}
        </a>
      </ScreenHead>
      {refused && <Refusals messages={refused.lastResult.error} />}
      <Table
        caption={texts.heading}
        captionHidden
        columns={columnsOf({ can, revealed, action: PATH, src: "/api/admins" })}
        rows={admins}
        addressed={({ id }) => id}
        empty={empty.listYet}
      />
    </>
  );
}
