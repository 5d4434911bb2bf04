import { useLoaderData } from "@remix-run/react";
import { MissingSale } from "~/components/claims/claim-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Suspension } from "~/components/home/suspension";
import { LinkPays } from "~/components/links/pays";
import { LinksTable } from "~/components/links/links-table";
import { LinksTabs } from "~/components/links/links-tabs";
import { SubFields } from "~/components/links/sub-fields";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { EmptyText } from "~/components/ui/empty-text";
import { identity, links } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty, links as texts } from "~/texts";

export const loader = screen({ codes: links.codesScreen, standing: identity.accountStatus });
export const meta = pageTitle(texts.codesHeading);

export default function LinkCodes() {
  const { codes, standing, can, values, errors } = useLoaderData<typeof loader>();
  const field = criteria({ values: { ...values, agentId: codes.agent ?? values.agentId }, errors });
  return (
    <>
      <LinksTabs can={can} />
      <ScreenHead title={texts.codesHeading}>
        <MissingSale can={can} about={{ siteId: values.siteId }} />
      </ScreenHead>
      <Suspension standing={standing} />
      <CriteriaForm submit={texts.getLinks} {...(codes.links?.length ? filterSummary({ values, errors }) : {})}>
        <Select field={field("siteId", { required: true })} label="Site" first="Choose a site" choices={codes.sites} />
        <OfficeAgent field={field} can={can} choices={codes} required />
        <SubFields field={field} />
      </CriteriaForm>
      {codes.links && codes.links.length > 0 && <LinksTable links={codes.links} />}
      {codes.links && codes.links.length > 0 && <LinkPays pays={codes.pays} />}
      {!codes.links && <EmptyText text={texts.choose(can)} icon="links" />}
      {codes.links?.length === 0 && <EmptyText text={empty.list} />}
    </>
  );
}
