import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { blacklist } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { blackList as texts } from "~/components/black-list/texts";

export const loader = confirmLoader(texts.asks, { needs: "seeSettings", queries: { names: blacklist.named } });
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmDelete() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
