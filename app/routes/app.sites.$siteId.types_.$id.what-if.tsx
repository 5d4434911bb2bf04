import { useLoaderData, useLocation } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Refusals } from "~/components/ui/failure-pane";
import { Trial } from "~/components/what-if/costs";
import { LinkTrial } from "~/components/what-if/link-trial";
import { whatIf as texts } from "~/components/what-if/texts";
import { TypePages } from "~/components/types/type-pages";
import { Status } from "~/components/ui/state";
import { offices, reports, types } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ shown: types.whatIfScreen, answer: reports.linkWhatIf, offices: offices.pick });
export const meta = pageTitle<typeof loader>(texts.heading, ({ shown }) => shown.type.typename);

/** The cost of the last three half-months at other prices of a link. */
export default function LinkWhatIf() {
  const { shown, answer, offices: choices, can, values, errors } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { site, type, offices: own } = shown;
  const query = { values, errors };
  const list = `/app/sites/${site.id}/types`;
  return (
    <>
      <TypePages {...{ site, type, can }}>
        <ScreenHead title={texts.link(type.typename)} state={<Status active={type.status} />}>
          <a href={`${list}/${type.id}/what-if/export.csv${search}`}>{texts.export}</a>
        </ScreenHead>
      </TypePages>
      <Refusals messages={errors} />
      <p className="note">{texts.intro}</p>
      <p className="note">{texts.precedence}</p>
      {site.avp && (
        <p className="note">
          {texts.avp} <a href="/app/sites/avp-what-if">{texts.otherTiers}</a>
        </p>
      )}
      <Trial {...{ answer, query }}>
        <LinkTrial
          {...{ type, own, query }}
          offices={choices.map(({ id, officeName }) => ({ value: id, label: officeName }))}
        />
      </Trial>
    </>
  );
}
