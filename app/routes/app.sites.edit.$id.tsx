import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { SiteActs } from "~/components/sites/site-acts";
import { SiteForm } from "~/components/sites/site-form";
import { SiteSecrets } from "~/components/sites/site-secrets";
import { versionOf } from "~/components/ui/conflict";
import { Refusals } from "~/components/ui/failure-pane";
import { sites as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, submit } from "~/http/submit.server";
import { notices } from "~/texts";
import { sites as texts } from "~/components/sites/texts";

const LIST = "/app/sites/sites";
const screenOf = (id: string | number | undefined) => `/app/sites/edit/${id}`;
// The form is long. The fragment scrolls to a secret, which is shown only once.
const secretsOf = ({ id }: { id?: string }) => `${screenOf(id)}#secrets`;

export const loader = screen({ form: room.editScreen }, { form: [room.update, room.requiredFields], reveals: true });
export const action = submit(
  {
    save: room.update,
    delete: room.remove,
    enable: act(room.enableForAll, {}, { to: ({ id }) => screenOf(id) }),
    "make-secret": act(room.makeSecret, {}, { reveals: true, to: secretsOf }),
    revoke: act(room.revokeSecret, ({ ids }) => ({ secretId: ids }), { to: secretsOf }),
  },
  {
    to: LIST,
    notice: ({ intent }, { updated }: { updated: number }) =>
      intent === "enable" ? texts.enabled(updated) : notices.done,
  },
);
export const meta = titled<typeof loader>(texts.updateHeading, ({ form }) => form.site.sitename);

/** A site: its form, the secrets that authenticate its reports, and further acts. */
export default function EditSite() {
  const { form, can, zone, constraint, formId, back, revealed } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { site, along, categories, mayHaveSecret, postbackUrl } = form;
  const { id, secrets = [], allowedAddresses = [], ...fields } = site;
  const refused = answered?.intent === "save" ? answered : undefined;
  const path = screenOf(id);
  return (
    <>
      <ScreenHead title={texts.updateHeading} zone={zone}>
        <SiteActs site={site} action={path} deletes={can.deleteRecords} along={along} />
      </ScreenHead>
      {!refused && <Refusals messages={answered?.lastResult.error} />}
      <SiteForm
        initial={{ ...fields, status: site.active, allowedAddresses: allowedAddresses.join("\n") }}
        version={versionOf(refused, site)}
        {...{ categories, refused, constraint, formId, back }}
      />
      <SiteSecrets {...{ secrets, postbackUrl, formId }} action={path} mayHaveMore={mayHaveSecret} made={revealed} />
    </>
  );
}
