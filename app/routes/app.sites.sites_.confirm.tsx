import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { sites } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { sites as texts } from "~/components/sites/texts";

export const loader = confirmLoader(texts.asks, { needs: "editCatalogue", queries: { names: sites.named } });
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmStatus() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
