import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { InfoPage } from "~/components/ui/info";
import { NamedRows } from "~/components/table/named-rows";
import { domains } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { domains as texts } from "~/components/domains/texts";

export const loader = confirmLoader(texts.asks, { needs: "editCatalogue", queries: { asked: domains.confirmScreen } });
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmStatus() {
  const { question, asked: query } = useLoaderData<typeof loader>();
  const names = <NamedRows names={query.names} />;
  if (query.impossible) {
    return (
      <InfoPage text={query.impossible} back={question.cancel}>
        {names}
      </InfoPage>
    );
  }
  return <ConfirmPage {...question}>{names}</ConfirmPage>;
}
