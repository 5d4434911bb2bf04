import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { InfoPage } from "~/components/ui/info";
import { NamedRows } from "~/components/table/named-rows";
import { sites } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { siteSecrets, sites as texts } from "~/components/sites/texts";

const sameText = (text: string) => ({ one: text, selected: text });
const questions = {
  enable: sameText(texts.confirmEnable),
  delete: sameText(texts.confirmRemove),
  revoke: sameText(siteSecrets.revokeAsk),
};

export const loader = confirmLoader(questions, { needs: "editCatalogue", queries: { form: sites.editScreen } });
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ question }) => question.heading);

/** The confirmation page for acts on a site or its secrets, used without scripts. */
export default function ConfirmAct() {
  const { question, form, values } = useLoaderData<typeof loader>();
  const { site, along } = form;
  const deletes = values.intent === "delete";
  const secret = values.intent === "revoke" && site.secrets?.find(({ id }) => String(id) === String(values.ids));
  const names = <NamedRows names={[secret ? `${site.sitename}: …${secret.hint}` : site.sitename]} />;
  if (deletes && !along) {
    return (
      <InfoPage text={texts.inUse} back={question.cancel}>
        {names}
      </InfoPage>
    );
  }
  return (
    <ConfirmPage {...question}>
      {names}
      {deletes && along && <p>{texts.along(along)}</p>}
    </ConfirmPage>
  );
}
