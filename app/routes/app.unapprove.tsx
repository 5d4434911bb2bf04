import { useActionData, useLoaderData } from "@remix-run/react";
import { approvalActs } from "~/components/agents/acts";
import { agentAddress } from "~/components/agents/addresses";
import { dateTime } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import type { Column } from "~/components/table/column";
import { Refusals } from "~/components/ui/failure-pane";
import { State } from "~/components/ui/state";
import { Pager } from "~/components/table/pager";
import { allActs } from "~/components/table/acts";
import { BulkActs } from "~/components/table/bulk-acts";
import { ConfirmSubmit, RowActs } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { approvals } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { approvals as texts, empty, notices } from "~/texts";

const PATH = "/app/unapprove";

export const loader = screen({ queue: approvals.screen });
export const action = submit(
  { approve: approvals.approve, reject: approvals.reject },
  { to: PATH, notice: ({ intent }) => [notices.done[0], `${notices.done[1]}. ${next(intent)}`] },
);
const next = (intent: unknown) => ([intent].flat().at(-1) === "reject" ? texts.rejected : texts.approved);
export const meta = pageTitle(texts.heading);

type Agent = ReturnType<typeof useLoaderData<typeof loader>>["queue"]["agents"]["items"][number];

const columns: Column<Agent>[] = [
  {
    ...{ key: "username", label: "Username", head: true, sort: true },
    cell: ({ id, username, firstName, lastName }) => (
      <>
        <a href={agentAddress(id)}>{username}</a>
        <small className="note">{`${firstName} ${lastName}`.trim()}</small>
      </>
    ),
  },
  { key: "email", long: true, label: texts.email, cell: ({ email }) => email },
  { key: "officeName", label: "Office", sort: true, cell: ({ officeName }) => officeName },
  { key: "regTime", label: "Registered", nowrap: true, sort: true, cell: ({ regTime }) => dateTime(regTime) },
  { key: "createdBy", label: texts.addedBy, cell: ({ createdBy }) => createdBy },
  { key: "status", label: "Status", primary: true, cell: () => <State tone="warn">{texts.status}</State> },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, username }) => <RowActs action={PATH} id={id} of={username} acts={allActs(approvalActs)} />,
  },
];

/** The queue of new agents, to approve or reject one by one or several at once. */
export default function NewAgents() {
  const { queue, zone, errors } = useLoaderData<typeof loader>();
  const { agents, asked: query } = queue;
  const refused = useActionData<typeof action>();
  return (
    <ConfirmSubmit action={PATH} ticks>
      <ScreenHead title={texts.heading} zone={zone} />
      <Refusals messages={refused ? refused.lastResult.error : errors} />
      <Table
        caption={texts.heading}
        captionHidden
        columns={columns}
        rows={agents.items}
        sort={query}
        select={{ name: "ids", form: "selected", value: ({ id }) => id, label: ({ username }) => username }}
        empty={empty.queue}
      />
      <Pager page={query.page} pageSize={query.pageSize} total={agents.total} />
      {agents.total > 0 && <BulkActs id="selected" action={PATH} acts={approvalActs} />}
    </ConfirmSubmit>
  );
}
