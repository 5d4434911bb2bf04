import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { siteDeveloperLink, sitePostback as texts } from "~/components/sites/postback-texts";
import { siteSecrets } from "~/components/sites/texts";
import { NamedRows } from "~/components/table/named-rows";
import { ConfirmPage } from "~/components/ui/confirm";
import { sites } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

const sameText = (text: string) => ({ one: text, selected: text });
const questions = {
  revoke: sameText(siteSecrets.revokeAsk),
  "make-link": sameText(siteDeveloperLink.replaceAsk),
  "revoke-link": sameText(siteDeveloperLink.revokeAsk),
};

export const loader = confirmLoader(questions, { needs: "editCatalogue", queries: { form: sites.editScreen } });
export const meta = pageTitle<typeof loader>(texts.title, ({ question }) => question.heading);

/** The confirmation page for acts on a secret or the developers' link, used without scripts. */
export default function ConfirmRevoke() {
  const { question, form, values } = useLoaderData<typeof loader>();
  const secret = values.intent === "revoke" && form.site.secrets?.find(({ id }) => String(id) === String(values.ids));
  return (
    <ConfirmPage {...question}>
      <NamedRows names={[secret ? `${form.site.sitename}: …${secret.hint}` : form.site.sitename]} />
    </ConfirmPage>
  );
}
