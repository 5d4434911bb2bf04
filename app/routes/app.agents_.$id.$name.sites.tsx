import { useLoaderData } from "@remix-run/react";
import { AGENTS } from "~/components/agents/addresses";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { Status } from "~/components/ui/state";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import type { Column } from "~/components/table/column";
import { Table } from "~/components/table/table";
import { agents } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { agents as texts, empty } from "~/texts";

export const loader = screen({ agent: agents.card, list: agents.sitesScreen });
export const meta = pageTitle<typeof loader>(texts.heading, ({ list }) => texts.sitesOf(list.username));

type Site = ReturnType<typeof useLoaderData<typeof loader>>["list"]["sites"][number];

const columns: Column<Site>[] = [
  { key: "sitename", label: "Site", head: true, cell: ({ sitename }) => sitename },
  { key: "abbr", label: "Abbreviation", cell: ({ abbr }) => abbr },
  { key: "status", label: "Status", primary: true, cell: (row) => <Status {...row} /> },
];

/** The sites that an agent sells. */
export default function AgentSites() {
  const { agent, list, can } = useLoaderData<typeof loader>();
  return (
    <>
      <AgentTabs agent={agent} can={can}>
        <ScreenHead title={texts.sitesOf(list.username)} state={<Status {...agent} />}>
          <a href={`${AGENTS}/edit/${list.id}#form-sites`}>{texts.changeSites}</a>
        </ScreenHead>
      </AgentTabs>
      <Table
        caption={texts.sitesOf(list.username)}
        captionHidden
        columns={columns}
        rows={list.sites}
        empty={empty.list}
      />
    </>
  );
}
