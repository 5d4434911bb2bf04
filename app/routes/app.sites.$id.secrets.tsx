import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SiteDeveloperLink } from "~/components/sites/site-developer-link";
import { SitePages } from "~/components/sites/site-pages";
import { SitePixel } from "~/components/sites/site-pixel";
import { SitePostback } from "~/components/sites/site-postback";
import { SiteSecrets } from "~/components/sites/site-secrets";
import { SiteTrial } from "~/components/sites/site-trial";
import { sitePostback as texts } from "~/components/sites/postback-texts";
import { Refusals } from "~/components/ui/failure-pane";
import { Status } from "~/components/ui/state";
import { sites, tryPostbackScreen } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

// The screen is long. The fragment scrolls to the link, which is shown only once.
const partOf =
  (part: string) =>
  ({ id }: { id?: string }) =>
    `/app/sites/${id}/secrets#${part}`;
const [developersOf, pixelOf] = [partOf("developers"), partOf("pixel")];

export const loader = screen({ form: sites.editScreen, trial: tryPostbackScreen }, { reveals: true });
export const action = submit(
  {
    "make-secret": act(sites.makeSecret, {}, { reveals: true }),
    revoke: act(sites.revokeSecret, ({ ids }) => ({ secretId: ids })),
    "make-pixel": act(sites.makePixelKey, {}, { to: pixelOf }),
    "revoke-pixel": act(sites.revokePixelKey, ({ ids }) => ({ keyId: ids }), { to: pixelOf }),
    "make-link": act(sites.createDeveloperLink, {}, { reveals: true, to: developersOf }),
    "revoke-link": act(sites.revokeDeveloperLink, {}, { to: developersOf }),
  },
  { to: "/app/sites/:id/secrets", notice: notices.done },
);
export const meta = pageTitle<typeof loader>(texts.title, ({ form }) => form.site.sitename);

/** The address that a site calls to report sales, and the secrets that it signs in with. */
export default function Secrets() {
  const { form, trial, can, zone, formId, revealed, values, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { site, mayHaveSecret, postbackUrl } = form;
  return (
    <>
      <SitePages site={site} can={can}>
        <ScreenHead title={texts.heading(site.sitename)} state={<Status {...site} />} zone={zone} />
      </SitePages>
      <Refusals messages={refused?.lastResult.error} />
      <SitePostback postbackUrl={postbackUrl} revealed={revealed} />
      <SiteSecrets
        formId={formId}
        secrets={site.secrets ?? []}
        action={`/app/sites/${site.id}/secrets`}
        mayHaveMore={mayHaveSecret}
        made={revealed}
      />
      <SitePixel
        {...{ formId, pixelUrl: form.pixelUrl, scriptUrl: form.pixelScriptUrl }}
        keys={site.pixelKeys ?? []}
        action={`/app/sites/${site.id}/secrets`}
        mayHaveMore={form.mayHavePixelKey}
      />
      <SiteDeveloperLink
        formId={formId}
        link={form.developerLink}
        lifetimes={form.developerLinkDays}
        action={`/app/sites/${site.id}/secrets`}
        made={revealed}
      />
      <SiteTrial tried={trial.tried} {...{ values, errors }} />
    </>
  );
}
