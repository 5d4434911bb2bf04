import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { agents } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { agents as texts } from "~/texts";

const sameText = (selected: string) => ({ one: selected, selected });
const { activate, suspend, enableLogin, disableLogin } = texts.confirm;

export const loader = confirmLoader(
  {
    activate: sameText(activate),
    suspend: sameText(suspend),
    enableLogin: sameText(enableLogin),
    disableLogin: sameText(disableLogin),
  },
  { needs: "seeAgents", queries: { names: agents.named } },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmAgents() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question} reason>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
