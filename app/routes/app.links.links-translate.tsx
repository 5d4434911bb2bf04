import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Chain } from "~/components/links/chain";
import { DryRun } from "~/components/links/dry-run";
import { LinksTabs } from "~/components/links/links-tabs";
import { LogLinks } from "~/components/links/log-links";
import { TextForm } from "~/components/links/text-form";
import { Traces } from "~/components/links/traces";
import { Translated } from "~/components/links/translated";
import { VerdictPane } from "~/components/links/verdict-pane";
import { Refusals } from "~/components/ui/failure-pane";
import { doctor, periods } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { doctor as texts } from "~/texts";

const PATH = "/app/links/links-translate";
/** Days for which the traces of a link are shown. */
const LOOKBACK_DAYS = 30;

export const loader = screen({ findings: doctor.examine }, { form: [doctor.shorten] });
// A whole e-mail does not fit into an address and must not appear in one. The redirect contains only the links, click
// ID or customer found in it.
export const action = submit(doctor.shorten, {
  to: ({ link }) => `${PATH}?${new URLSearchParams({ link }).toString()}`,
});
export const meta = pageTitle(texts.heading);

/** Translates a link and explains why it does not pay. */
export default function LinksTranslate() {
  const { findings, can, zone, values, errors, constraint, today } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { found: hasResults, links, verdict, chain, dryRun, price } = findings;
  const query = refused ? undefined : String(values.link ?? "");
  return (
    <>
      <LinksTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone} />
      <TextForm {...{ refused, constraint, asked: query }} />
      <Refusals messages={{ at: errors.at, link: errors.link }} />
      {!refused && hasResults && (
        <>
          {links.length > 0 && <Translated links={links} values={values} />}
          {verdict && <VerdictPane verdict={verdict} chain={chain} can={can} />}
          {chain && <Chain chain={chain} about={verdict?.about ?? null} can={can} />}
          {dryRun && <DryRun {...{ dryRun, price, values, errors }} />}
          <Traces {...findings} />
          <LogLinks {...findings} since={periods.addDays(today, -LOOKBACK_DAYS)} today={today} />
        </>
      )}
    </>
  );
}
