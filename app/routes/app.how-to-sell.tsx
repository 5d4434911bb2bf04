import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ManualTabs } from "~/components/manuals/manual-tabs";
import { EmptyText } from "~/components/ui/empty-text";
import { manuals as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty } from "~/texts";
import { manuals as texts } from "~/components/manuals/texts";

export const loader = screen({ manuals: operations.howToSell });
export const meta = pageTitle(texts.read);

/** The manuals: one tab per site, one open at a time. */
export default function HowToSell() {
  const { manuals, can } = useLoaderData<typeof loader>();
  const { tabs, open } = manuals;
  return (
    <>
      <ScreenHead title={texts.read}>
        {can.manageManuals && (
          <a className="button" href="/app/site-manuals">
            {texts.heading}
          </a>
        )}
      </ScreenHead>
      {open ? (
        <>
          <ManualTabs tabs={tabs} open={open.id} />
          {!open.sold && <p className="note">{texts.cannotSell}</p>}
          <section className="card" aria-label={open.title}>
            <div className="prose" dangerouslySetInnerHTML={{ __html: open.html }} />
          </section>
        </>
      ) : (
        <EmptyText text={empty.listYet} icon="how" />
      )}
    </>
  );
}
