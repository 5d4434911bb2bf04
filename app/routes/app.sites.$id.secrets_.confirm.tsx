import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { sitePostback as texts } from "~/components/sites/postback-texts";
import { siteSecrets } from "~/components/sites/texts";
import { NamedRows } from "~/components/table/named-rows";
import { ConfirmPage } from "~/components/ui/confirm";
import { sites } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

const questions = { revoke: { one: siteSecrets.revokeAsk, selected: siteSecrets.revokeAsk } };

export const loader = confirmLoader(questions, { needs: "editCatalogue", queries: { form: sites.editScreen } });
export const meta = pageTitle<typeof loader>(texts.title, ({ question }) => question.heading);

/** The confirmation page for revoking a secret, used without scripts. */
export default function ConfirmRevoke() {
  const { question, form, values } = useLoaderData<typeof loader>();
  const secret = form.site.secrets?.find(({ id }) => String(id) === String(values.ids));
  return (
    <ConfirmPage {...question}>
      <NamedRows names={[secret ? `${form.site.sitename}: …${secret.hint}` : form.site.sitename]} />
    </ConfirmPage>
  );
}
