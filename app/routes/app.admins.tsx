import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { PasswordCell, type PasswordView, SHOW_PASSWORD } from "~/components/people/password-cell";
import type { Column } from "~/components/table/column";
import { Refusals } from "~/components/ui/failure-pane";
import { ShortText } from "~/components/ui/short-text";
import { ConfirmSubmit, RowLink } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { admins as operations, identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { empty, notices } from "~/texts";
import { superadminRoleActs, superadminStatusActs } from "~/components/admins/acts";
import { SuperadminTable } from "~/components/admins/superadmin-table";
import { admins as texts } from "~/components/admins/texts";

const PATH = "/app/admins";

const { demote, list, setStatus } = identity.superadmins;

export const loader = screen({ admins: operations.list, superadmins: list }, { reveals: true });
export const action = submit(
  {
    [SHOW_PASSWORD]: act(operations.showPassword, singleId, { reveals: true }),
    ...actsBy(setStatus, superadminStatusActs, singleId),
    ...actsBy(demote, superadminRoleActs, singleId),
  },
  {
    to: PATH,
    row: true,
    notice: ({ intent }) => (intent === SHOW_PASSWORD ? undefined : notices.done),
  },
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

/** The admins, and below them the superadmins. */
export default function Admins() {
  const { admins, superadmins, can, revealed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConfirmSubmit action={PATH}>
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
      <SuperadminTable superadmins={superadmins} action={PATH} />
    </ConfirmSubmit>
  );
}
