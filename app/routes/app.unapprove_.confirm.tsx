import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/ui/named-rows";
import { agents } from "~/gate.server";
import { confirming } from "~/http/confirm.server";
import { approvals as texts } from "~/texts";

export const loader = confirming(
  { approve: { one: texts.confirmOne, selected: texts.confirmSelected } },
  { needs: "approveAgents", queries: { names: agents.named } },
);
export const meta = titled<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmApproval() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
