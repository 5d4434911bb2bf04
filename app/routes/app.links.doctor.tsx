import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Diagnosis } from "~/components/links/diagnosis";
import { LinksTabs } from "~/components/links/links-tabs";
import { TextForm } from "~/components/links/text-form";
import { EmptyText } from "~/components/ui/empty-text";
import { Refusals } from "~/components/ui/failure-pane";
import { doctor, time } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { doctor as texts } from "~/texts";

const PATH = "/app/links/doctor";
/** Days for which the traces of a link are shown. */
const LOOKBACK_DAYS = 30;

export const loader = screen({ findings: doctor.examine }, { form: [doctor.shorten] });
// A whole e-mail does not fit into an address and must not appear in one.
export const action = submit(doctor.shorten, {
  to: ({ link }) => `${PATH}?${new URLSearchParams({ link }).toString()}`,
});
export const meta = pageTitle(texts.doctorHeading);

/** Explains why a link, click, customer or transaction was not paid, in the reader's scope. */
export default function LinkDoctor() {
  const { findings, can, zone, values, errors, constraint, today } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const query = refused ? undefined : String(values.link ?? "");
  return (
    <>
      <LinksTabs can={can} />
      <ScreenHead title={texts.doctorHeading} zone={!refused && findings.found !== null && zone} />
      <TextForm path={PATH} label={texts.subject} submit={texts.explain} {...{ refused, constraint, asked: query }} />
      <Refusals messages={{ at: errors.at, link: errors.link }} />
      {!refused && findings.found && (
        <Diagnosis {...{ findings, can, values, errors, today }} since={time.addDays(today, -LOOKBACK_DAYS)} />
      )}
      {!refused && query && !findings.found && (
        <EmptyText text={can.chooseOffice ? texts.nothing : texts.nothingOwn} icon="search">
          <p>{texts.nothingNext}</p>
          <a className="button" href={`/app/search?${new URLSearchParams({ q: query }).toString()}`}>
            {texts.nothingSearch}
          </a>
        </EmptyText>
      )}
    </>
  );
}
