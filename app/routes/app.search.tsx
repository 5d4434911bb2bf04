import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ScreenHead } from "~/components/frame/screen-head";
import { criteria } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { FindText } from "~/components/form/find-text";
import { onlyHit } from "~/components/search/hits";
import { Results } from "~/components/search/results";
import { search as texts } from "~/components/search/texts";
import { search } from "~/gate.server";
import { screen } from "~/http/screen.server";

const read = screen({ found: search.find });

/** A click ID, transaction ID or link opens its diagnosis at once, the whole name of a single result that result. */
export const loader = async (request: LoaderFunctionArgs) => {
  const answer = await read(request);
  const { found, can } = answer.data;
  if (found.exact) throw redirect(`/app/links/doctor?${new URLSearchParams({ link: found.q }).toString()}`);
  const only = onlyHit(found, can);
  if (only?.to && only.name.toLowerCase() === found.q.toLowerCase()) throw redirect(only.to);
  return answer;
};
export const meta = pageTitle<typeof loader>(texts.heading, ({ found }) => found.q);

/** Finds anything by name, e-mail address, ID or link. */
export default function Search() {
  const { found, can, zone, values, errors } = useLoaderData<typeof loader>();
  const field = criteria({ values, errors });
  const hasSold = found.events.length + found.postbacks.length > 0;
  return (
    <>
      <ScreenHead title={texts.heading} zone={hasSold ? zone : undefined} />
      <CriteriaForm alwaysValid>
        <FindText
          field={field("q")}
          label={texts.field}
          hint={can.chooseAgent ? texts.hint : texts.ownHint}
          focused={found.q === ""}
        />
      </CriteriaForm>
      {found.q !== "" && <Results found={found} can={can} />}
    </>
  );
}
