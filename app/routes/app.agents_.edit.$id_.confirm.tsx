import { useLoaderData } from "@remix-run/react";
import { AGENTS } from "~/components/agents/addresses";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { agents } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { agents as texts } from "~/texts";

export const loader = screen({ form: agents.editScreen }, { needs: "deleteRecords" });
export const meta = pageTitle<typeof loader>(texts.update, ({ form }) => texts.confirmDelete(form.agent.username));

/** The confirmation page for deleting an agent, used without scripts. */
export default function ConfirmDelete() {
  const { form, formId } = useLoaderData<typeof loader>();
  const { id, username } = form.agent;
  const screenPath = `${AGENTS}/edit/${id}`;
  return (
    <ConfirmPage
      heading={texts.confirmDelete(username)}
      action={screenPath}
      fields={[
        ["intent", "delete"],
        ["username", username],
        ["formId", formId],
      ]}
      cancel={screenPath}
    />
  );
}
