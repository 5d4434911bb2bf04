import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SiteActs } from "~/components/sites/site-acts";
import { SitePages } from "~/components/sites/site-pages";
import { SiteForm } from "~/components/sites/site-form";
import { SiteSetUp } from "~/components/sites/site-set-up";
import { SiteSecrets } from "~/components/sites/site-secrets";
import { versionOf } from "~/components/ui/conflict";
import { Refusals } from "~/components/ui/failure-pane";
import { Status } from "~/components/ui/state";
import { sites } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { setUpLink, sites as texts } from "~/components/sites/texts";

const LIST = "/app/sites/sites";
const screenOf = (id: string | number | undefined) => `/app/sites/edit/${id}`;
// The form is long. The fragment scrolls to a secret, which is shown only once.
const secretsOf = ({ id }: { id?: string }) => `${screenOf(id)}#secrets`;

type Site = { id: number; typeCount: number; secrets?: readonly unknown[] };

export const loader = screen(
  { form: sites.editScreen },
  { form: [sites.update, sites.requiredFields, ({ form }) => form.site], reveals: true },
);
export const action = submit(
  {
    save: sites.update,
    delete: sites.remove,
    enable: act(sites.enableForAll, {}, { to: ({ id }) => screenOf(id) }),
    "make-secret": act(sites.makeSecret, {}, { reveals: true, to: secretsOf }),
    revoke: act(sites.revokeSecret, ({ ids }) => ({ secretId: ids }), { to: secretsOf }),
  },
  {
    to: LIST,
    row: true,
    notice({ intent }, { updated, ...site }: Site & { updated: number }) {
      if (intent === "enable") return texts.enabled(updated);
      const isSetUp = intent !== "save" || (site.typeCount > 0 && site.secrets?.length);
      return isSetUp ? notices.done : [...notices.done, "success", setUpLink(site.id)];
    },
  },
);
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ form }) => form.site.sitename);

/** A site: its form, the secrets that authenticate its reports, and further acts. */
export default function EditSite() {
  const { form, can, zone, constraint, formId, back, revealed } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { site, along, categories, mayHaveSecret, postbackUrl } = form;
  const { id, secrets = [], allowedAddresses = [], ...fields } = site;
  const refused = actionData?.intent === "save" ? actionData : undefined;
  const path = screenOf(id);
  return (
    <>
      <SitePages site={site} can={can}>
        <ScreenHead title={texts.updateHeading} state={<Status {...site} />} zone={zone}>
          <SiteActs site={site} action={path} deletes={can.deleteRecords} along={along} />
        </ScreenHead>
      </SitePages>
      <SiteSetUp site={site} offices={form.offices} />
      {!refused && <Refusals messages={actionData?.lastResult.error} />}
      <SiteForm
        initial={{ ...fields, status: site.active, allowedAddresses: allowedAddresses.join("\n") }}
        version={versionOf(refused, site)}
        {...{ categories, refused, constraint, formId, back }}
      />
      <SiteSecrets {...{ secrets, postbackUrl, formId }} action={path} mayHaveMore={mayHaveSecret} made={revealed} />
    </>
  );
}
