import { useActionData, useLoaderData } from "@remix-run/react";
import { deletionActs } from "~/components/agents/acts";
import { AGENTS } from "~/components/agents/addresses";
import { AgentFields, type AgentValues } from "~/components/agents/agent-fields";
import { lossText } from "~/components/agents/loss-text";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { AgentStanding } from "~/components/agents/agent-standing";
import { SiteCheckboxes } from "~/components/agents/site-checkboxes";
import { SHOW_PASSWORD } from "~/components/people/password-cell";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { actOf } from "~/components/table/acts";
import { Act } from "~/components/ui/confirm";
import type { Choice } from "~/components/form/options";
import { Conflict, versionOf, yesNo } from "~/components/ui/conflict";
import { Form, usePostForm } from "~/components/form/form";
import { shownAgain } from "~/components/form/shown-again";
import { Icon } from "~/components/ui/icon";
import { Status } from "~/components/ui/state";
import { agents, payroll, removeAgent } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { agents as texts, notices } from "~/texts";

export const loader = screen(
  { form: agents.editScreen, loss: payroll.deletionLoss },
  { form: [agents.update, ["officeId", "firstName", "lastName"], ({ form }) => form.agent], reveals: true },
);
export const action = submit(
  {
    save: agents.update,
    delete: removeAgent,
    [SHOW_PASSWORD]: act(agents.showPassword, {}, { reveals: true, to: ({ id }) => `${AGENTS}/edit/${id}` }),
  },
  {
    to: AGENTS,
    row: true,
    notice: ({ intent, username }) => {
      if (intent === SHOW_PASSWORD) return undefined;
      return intent === "delete" ? texts.deleted(String(username)) : notices.done;
    },
  },
);
export const meta = pageTitle<typeof loader>(texts.update, ({ form }) => form.agent.username);

const labelsOf = (offices: readonly Choice[]) =>
  [
    ["officeId", "Office", (id: unknown) => offices.find(({ value }) => String(value) === String(id))?.label ?? ""],
    ["firstName", "First name"],
    ["lastName", "Last name"],
    ["email", "E-mail"],
    ["campaignId", "Campaign ID"],
    ["mustRead", "Must read"],
    ["active", "Active", yesNo],
    ["hidden", "Hidden", yesNo],
    ["loginBlocked", "Login disabled", yesNo],
    ["sites", "Sites"],
  ] as const;

export default function UpdateAgent() {
  const { form: formData, loss, can, newPassword, constraint, formId, back, revealed } = useLoaderData<typeof loader>();
  const { agent, offices } = formData;
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<AgentValues>({ constraint, refused, initial: agent });
  return (
    <>
      <AgentTabs agent={agent} can={can}>
        <ScreenHead title={texts.update} state={<Status {...agent} />}>
          {can.deleteRecords && (
            <Act
              act={actOf(deletionActs, "delete", { note: loss ? lossText(loss) : undefined })}
              label={
                <>
                  <Icon name="skull" /> {deletionActs.delete.label}
                </>
              }
              of={agent.username}
              fields={[["username", agent.username]]}
              action={`${AGENTS}/edit/${agent.id}`}
              standing
            />
          )}
        </ScreenHead>
      </AgentTabs>
      <AgentStanding
        agent={agent}
        passwords={{ can, revealed, action: `${AGENTS}/edit/${agent.id}`, src: "/api/agents" }}
      />
      <Conflict refused={refused} fields={labelsOf(offices)} />
      <Form
        form={form}
        formId={formId}
        submit="Confirm"
        layout="parts"
        cancel={back ?? AGENTS}
        version={versionOf(refused, agent)}
      >
        <input type="hidden" name="intent" value="save" />
        {back && <input type="hidden" name="back" value={back} />}
        <AgentFields
          fields={fields}
          offices={offices}
          office={agent.officeName}
          username={agent.username}
          newPassword={newPassword}
        />
        <SiteCheckboxes
          sites={agent.sites}
          hint={texts.sitesHint}
          typed={refused && shownAgain(refused, agent).sites}
          errors={form.allErrors.sites}
        />
      </Form>
    </>
  );
}
