import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { AnswerGuide } from "~/components/developers/answer-guide";
import { CodeGuide } from "~/components/developers/code-guide";
import { LastRequests } from "~/components/developers/last-requests";
import { MacroGuide } from "~/components/developers/macro-guide";
import { SelfTest } from "~/components/developers/self-test";
import { SendGuide } from "~/components/developers/send-guide";
import { TryForm } from "~/components/developers/try-form";
import { developerTexts as texts } from "~/components/developers/texts";
import { dateTime } from "~/components/formats";
import { Dated } from "~/components/ui/line-breaks";
import { BareFrame } from "~/components/frame/bare-frame";
import { pageTitle } from "~/components/frame/page-title";
import { developerPageAction, developerPageLoader } from "~/http/developer-page.server";
import type { loader as rootLoader } from "~/root";
import { zoneNote } from "~/texts";

export const loader = developerPageLoader;
export const action = developerPageAction;
export const headers: HeadersFunction = () => ({ "X-Robots-Tag": "noindex, nofollow" });
const title = pageTitle<typeof loader>(texts.title, ({ page }) => page.sitename);
export const meta: MetaFunction<typeof loader> = (args) => [
  ...(title(args) ?? []),
  { name: "robots", content: "noindex, nofollow" },
];

/** The public page for the developers of a site: how to report sales, code for it, a self-test, a test form, the last requests. */
export default function Developers() {
  const { page, constraint, zone, code } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { sitename, clickParam, clickNames, scriptUrl, postbackUrl, macros, since, parameters, answers } = page;
  const { maxRefusals, steps } = page;
  const pixel = { key: page.pixelKey, url: page.pixelUrl, scriptUrl: page.pixelScriptUrl };
  const guide = <CodeGuide {...{ scriptUrl, clickNames, postbackUrl, pixel, code }} />;
  // A page of its own: with the rest, the code would make it too large for a thin line.
  if (code !== "" && !refused) {
    return (
      <BareFrame brand={root?.brand} isWide>
        <h1>{texts.heading(sitename)}</h1>
        <p>
          <a href="?">{texts.whole}</a>
        </p>
        {guide}
      </BareFrame>
    );
  }
  return (
    <BareFrame brand={root?.brand} isWide>
      <h1>{texts.heading(sitename)}</h1>
      <p>
        <Dated text={texts.intro(dateTime(page.until))} />
      </p>
      <p className="note">{zoneNote(zone)}</p>
      <nav aria-label={texts.contents}>
        <ul className="acts">
          {Object.entries(texts.sections).map(([id, label]) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
      <SelfTest {...{ steps, since }} />
      <TryForm {...{ constraint, refused, tested: page.tested }} />
      {guide}
      <SendGuide {...{ clickParam, postbackUrl, parameters }} />
      <MacroGuide macros={macros} />
      <AnswerGuide {...{ answers, maxRefusals }} />
      <LastRequests requests={page.requests} shown={page.shown} answers={answers} />
    </BareFrame>
  );
}
