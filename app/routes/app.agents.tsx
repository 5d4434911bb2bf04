import { useActionData, useLoaderData } from "@remix-run/react";
import { AGENTS } from "~/components/agents/addresses";
import { agentColumns } from "~/components/agents/agent-columns";
import { ApprovalCounts } from "~/components/agents/approval-counts";
import { AgentCriteria } from "~/components/agents/agent-criteria";
import { statusActs } from "~/components/agents/acts";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { SHOW_PASSWORD } from "~/components/people/password-cell";
import { ExportLink } from "~/components/reports/export-link";
import { Refusals } from "~/components/ui/failure-pane";
import { Status } from "~/components/ui/state";
import { Pager } from "~/components/table/pager";
import { instantActs } from "~/components/table/acts";
import { BulkActs } from "~/components/table/bulk-acts";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { agents as agentOperations, offices as officeOperations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { agents as texts, empty, notices } from "~/texts";

export const loader = screen(
  { list: agentOperations.listScreen, offices: officeOperations.pick, office: officeOperations.chosen },
  { reveals: true },
);
export const action = submit(
  {
    ...actsBy(agentOperations.setStatus, statusActs),
    [SHOW_PASSWORD]: act(agentOperations.showPassword, singleId, { reveals: true }),
  },
  {
    to: AGENTS,
    row: true,
    notice: ({ intent }) => (intent === SHOW_PASSWORD ? undefined : notices.done),
    named: agentOperations.named,
  },
);
export const meta = pageTitle(texts.heading);

// Messages without a field on this screen. The others appear next to their fields.
const errorsOfList = ({ page, pageSize, sortField, sortAsc }: Record<string, string[]>) => ({
  ...{ page, pageSize, sortField, sortAsc },
});

/** The agents that the account may see, with acts on one or several. */
export default function Agents() {
  const { list, offices, office, can, zone, values, errors, revealed } = useLoaderData<typeof loader>();
  const { agents, asked: query } = list;
  const refused = useActionData<typeof action>();
  const choices = can.chooseOffice ? offices.map(({ id, officeName }) => ({ value: id, label: officeName })) : [];
  const head = (
    <ScreenHead title={texts.heading} state={office && <Status {...office} />} zone={zone}>
      <ExportLink asked={query} />
      {can.migrateAgents && <a href="/app/migration">{texts.migrate}</a>}
      <a
        className="button primary"
        href={query.companyId ? `${AGENTS}/create?companyId=${query.companyId}` : `${AGENTS}/create`}
      >
        {texts.addLink}
      </a>
    </ScreenHead>
  );
  return (
    <ConfirmSubmit action={AGENTS} ticks>
      {office ? (
        <OfficePages office={office} can={can} current="agents">
          {head}
        </OfficePages>
      ) : (
        head
      )}
      <Refusals messages={refused ? refused.lastResult.error : errorsOfList(errors)} />
      <AgentCriteria values={values} errors={errors} offices={choices} list={query} />
      <ApprovalCounts {...list} />
      <row-act src="/api/agents/status" acts={JSON.stringify(instantActs(statusActs))}>
        <Table
          caption={texts.heading}
          captionHidden
          columns={agentColumns(can.chooseOffice, { can, revealed, action: AGENTS, src: "/api/agents" })}
          rows={agents.items}
          addressed={({ id }) => id}
          sort={query}
          select={{ name: "ids", form: "selected", value: ({ id }) => id, label: ({ username }) => username }}
          empty={empty.list}
        />
      </row-act>
      <Pager page={query.page} pageSize={query.pageSize} total={agents.total} />
      {agents.total > 0 && <BulkActs id="selected" action={AGENTS} acts={statusActs} />}
    </ConfirmSubmit>
  );
}
