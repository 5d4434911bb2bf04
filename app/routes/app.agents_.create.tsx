import { useActionData, useLoaderData } from "@remix-run/react";
import { AGENTS } from "~/components/agents/addresses";
import { AgentFields, type AgentValues } from "~/components/agents/agent-fields";
import { SiteCheckboxes } from "~/components/agents/site-checkboxes";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Form, usePostForm } from "~/components/form/form";
import { shownAgain } from "~/components/form/shown-again";
import { Notice } from "~/components/ui/notice";
import { agents } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { agents as texts, notices } from "~/texts";

type Agent = { id: number; firstName: string; lastName: string };

export const loader = screen({ form: agents.createScreen }, { form: [agents.create, ["officeId"]] });
export const action = submit(agents.create, {
  to: AGENTS,
  row: true,
  notice(_values, { id, firstName, lastName }: Agent, { approveAgents }) {
    const [heading, body] = notices.done;
    const next = approveAgents ? texts.addedByApprover : texts.added;
    const link = { to: `/app/unapprove/confirm?intent=approve&ids=${id}`, label: texts.approveNow };
    return [heading, `${body}. ${next(`${firstName} ${lastName}`)}`, "success", approveAgents ? link : undefined];
  },
});
export const meta = pageTitle(texts.add);

export default function AddAgent() {
  const { form: defaults, me, can, newPassword, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const initial = { active: true, officeId: defaults.officeId };
  const [form, fields] = usePostForm<AgentValues>({ constraint, refused, initial });
  return (
    <>
      <ScreenHead title={texts.add} list={{ to: AGENTS, label: texts.all }} />
      {can.chooseOffice && defaults.offices.length === 0 && (
        <Notice>
          <p>
            {texts.noOffices} {can.addOffice && <a href="/app/offices/create">{texts.addOffice}</a>}
          </p>
        </Notice>
      )}
      <Form form={form} formId={formId} submit="Confirm" layout="parts" cancel={AGENTS}>
        {back && <input type="hidden" name="back" value={back} />}
        <AgentFields
          fields={fields}
          offices={defaults.offices}
          office={me.officeName ?? undefined}
          newPassword={newPassword}
          focused={!refused}
        />
        <SiteCheckboxes
          sites={defaults.sites}
          hint={texts.newSitesHint}
          typed={refused && shownAgain(refused, {}).sites}
          errors={form.allErrors.sites}
        />
      </Form>
    </>
  );
}
