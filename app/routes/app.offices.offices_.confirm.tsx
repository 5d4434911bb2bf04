import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { offices } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { offices as texts } from "~/components/offices/texts";

export const loader = confirmLoader(texts.asks, { needs: "seeOffices", queries: { names: offices.named } });
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmStatus() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question} reason>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
