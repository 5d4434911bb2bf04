import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { agents } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { approvals as texts } from "~/texts";

export const loader = confirmLoader(
  {
    approve: { one: texts.confirmOne, selected: texts.confirmSelected },
    reject: { one: texts.rejectOne, selected: texts.rejectAll },
  },
  { needs: "approveAgents", queries: { names: agents.named } },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmApproval() {
  const { question, names } = useLoaderData<typeof loader>();
  const rejects = question.fields.some(([name, value]) => name === "intent" && value === "reject");
  return (
    <ConfirmPage {...question} reason={rejects && texts.rejectReason}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
