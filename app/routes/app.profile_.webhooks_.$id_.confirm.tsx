import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { NamedRows } from "~/components/table/named-rows";
import { ConfirmPage } from "~/components/ui/confirm";
import { webhooks as texts } from "~/components/webhooks/texts";
import { webhooks } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

const questions = {
  rotate: { one: texts.rotateAsk, selected: texts.rotateAsk },
  delete: { one: texts.removeAsk, selected: texts.removeAsk },
};

export const loader = confirmLoader(questions, { needs: "manageWebhooks", queries: { endpoint: webhooks.read } });
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ question }) => question.heading);

/** The confirmation page for acts on a webhook endpoint, used without scripts. */
export default function ConfirmAct() {
  const { question, endpoint } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={[`${endpoint.name} (${endpoint.url})`]} />
    </ConfirmPage>
  );
}
