import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { agents } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { agents as texts, approvals } from "~/texts";

const onStatus = Object.entries(texts.one).map(([intent, one]) => [intent, { one, selected: one }] as const);
const always = (question: string) => ({ one: question, selected: question });

export const loader = confirmLoader(
  {
    ...Object.fromEntries(onStatus),
    approve: always(approvals.confirmOne),
    reject: always(approvals.rejectOne),
    viewAs: always(texts.viewAsHint),
  },
  { needs: "seeAgents", queries: { names: agents.named } },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

/** The confirmation page for an act on one agent, used without scripts, and to enter the reason of a rejection. */
export default function ConfirmAgent() {
  const { question, names } = useLoaderData<typeof loader>();
  const intent = question.fields.find(([name]) => name === "intent")?.[1] ?? "";
  return (
    <ConfirmPage {...question} reason={intent === "reject" ? approvals.rejectReason : intent in texts.one}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
