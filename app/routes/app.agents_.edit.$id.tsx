import { useActionData, useLoaderData } from "@remix-run/react";
import { AGENTS } from "~/components/agents/addresses";
import { AgentFields, type AgentValues } from "~/components/agents/agent-fields";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { AgentStanding } from "~/components/agents/agent-standing";
import { SiteCheckboxes } from "~/components/agents/site-checkboxes";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Act } from "~/components/ui/confirm";
import { Conflict, versionOf } from "~/components/ui/conflict";
import { Form, usePostForm } from "~/components/form/form";
import { Icon } from "~/components/ui/icon";
import { agents, removeAgent } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { agents as texts, notices } from "~/texts";

export const loader = screen(
  { form: agents.editScreen },
  { form: [agents.update, ["officeId", "firstName", "lastName"]] },
);
export const action = submit(
  { save: agents.update, delete: removeAgent },
  {
    to: AGENTS,
    notice: ({ intent, username }) => (intent === "delete" ? texts.deleted(String(username)) : notices.done),
  },
);
export const meta = pageTitle<typeof loader>(texts.update, ({ form }) => form.agent.username);

const labels = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["email", "E-mail"],
  ["campaignId", "Campaign ID"],
  ["mustRead", "Must read"],
] as const;

export default function UpdateAgent() {
  const { form: formData, can, constraint, formId, back } = useLoaderData<typeof loader>();
  const { agent, offices } = formData;
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<AgentValues>({ constraint, refused, initial: agent });
  return (
    <>
      <AgentTabs agent={agent} can={can} />
      <ScreenHead title={texts.update}>
        <span className="note">{agent.username}</span>
        {can.deleteRecords && (
          <Act
            label={<Icon name="skull" label="Delete" />}
            of={agent.username}
            intent="delete"
            fields={[["username", agent.username]]}
            action={`${AGENTS}/edit/${agent.id}`}
            heading={texts.confirmDelete(agent.username)}
            danger
          />
        )}
      </ScreenHead>
      <AgentStanding agent={agent} />
      <Conflict refused={refused} fields={labels} />
      <Form form={form} formId={formId} submit="Confirm" cancel={back ?? AGENTS} version={versionOf(refused, agent)}>
        <input type="hidden" name="intent" value="save" />
        {back && <input type="hidden" name="back" value={back} />}
        <AgentFields
          fields={fields}
          offices={offices}
          office={agent.officeName}
          username={agent.username}
          suggestion={formData.suggestion}
        />
        <SiteCheckboxes
          sites={agent.sites}
          hint={texts.sitesHint}
          typed={refused?.lastResult.initialValue?.sites}
          errors={form.allErrors.sites}
        />
      </Form>
    </>
  );
}
