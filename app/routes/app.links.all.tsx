import { useLoaderData } from "@remix-run/react";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { MissingSale } from "~/components/claims/claim-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Suspension } from "~/components/home/suspension";
import { AllLinks } from "~/components/links/all-links";
import { ALL_LINKS, LinksTabs } from "~/components/links/links-tabs";
import { SubFields } from "~/components/links/sub-fields";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Pager } from "~/components/table/pager";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { FindText } from "~/components/form/find-text";
import { EmptyText } from "~/components/ui/empty-text";
import { Status } from "~/components/ui/state";
import { agents, identity, links } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { links as texts } from "~/texts";

export const loader = screen({ all: links.allScreen, chosen: agents.chosen, standing: identity.accountStatus });
export const meta = pageTitle(texts.allTab);

export default function AllLinksScreen() {
  const { all, chosen, standing, can, values, errors } = useLoaderData<typeof loader>();
  const { links: list, page, pageSize } = all;
  const field = criteria({ values: { ...values, agentId: all.agent ?? values.agentId }, errors });
  const isNarrowed = Boolean(values.search) || Boolean(values.siteId);
  const rest = new URLSearchParams(can.chooseAgent && all.agent ? { agentId: all.agent } : {});
  return (
    <>
      {chosen ? (
        <AgentTabs agent={chosen} can={can} current="links">
          <ScreenHead title={texts.allTab} state={<Status {...chosen} />} />
        </AgentTabs>
      ) : (
        <>
          <LinksTabs can={can} />
          <ScreenHead title={texts.allTab}>
            <MissingSale can={can} />
          </ScreenHead>
        </>
      )}
      <Suspension standing={standing} />
      <CriteriaForm {...filterSummary({ values, errors })}>
        <FindText field={field("search")} label={texts.search} />
        <Select field={field("siteId")} label="Site" first="All" choices={all.sites} />
        <OfficeAgent field={field} can={can} choices={all} required />
        <SubFields field={field} />
      </CriteriaForm>
      {list && list.items.length > 0 && <AllLinks links={list.items} />}
      {list?.total === 0 &&
        (isNarrowed ? (
          <EmptyText text={texts.noMatch}>
            <a href={`${ALL_LINKS}?${rest}`}>{texts.showAll}</a>
          </EmptyText>
        ) : (
          <EmptyText text={texts.none}>
            <p>{texts.noneHint}</p>
          </EmptyText>
        ))}
      {list && <Pager page={page} pageSize={pageSize} total={list.total} />}
    </>
  );
}
