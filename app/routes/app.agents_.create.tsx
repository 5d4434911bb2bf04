import { useActionData, useLoaderData } from "@remix-run/react";
import { AGENTS } from "~/components/agents/addresses";
import { AgentFields, type AgentValues } from "~/components/agents/agent-fields";
import { SiteCheckboxes } from "~/components/agents/site-checkboxes";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Form, usePostForm } from "~/components/form/form";
import { Notice } from "~/components/ui/notice";
import { agents } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { agents as texts, notices } from "~/texts";

type Agent = { firstName: string; lastName: string };

export const loader = screen({ form: agents.createScreen }, { form: [agents.create, ["officeId"]] });
export const action = submit(agents.create, {
  to: AGENTS,
  notice: (_values, { firstName, lastName }: Agent) => {
    const [heading, body] = notices.done;
    return [heading, `${body}. ${texts.added(`${firstName} ${lastName}`)}`];
  },
});
export const meta = pageTitle(texts.add);

export default function AddAgent() {
  const { form: defaults, me, can, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const initial = { active: true, officeId: defaults.officeId };
  const [form, fields] = usePostForm<AgentValues>({ constraint, refused, initial });
  return (
    <>
      <ScreenHead title={texts.add} />
      {can.chooseOffice && defaults.offices.length === 0 && (
        <Notice>
          <p>
            {texts.noOffices} {can.addOffice && <a href="/app/offices/create">{texts.addOffice}</a>}
          </p>
        </Notice>
      )}
      <Form form={form} formId={formId} submit="Confirm" cancel={AGENTS}>
        {back && <input type="hidden" name="back" value={back} />}
        <AgentFields
          fields={fields}
          offices={defaults.offices}
          office={me.officeName ?? undefined}
          suggestion={defaults.suggestion}
          focused={!refused}
        />
        <SiteCheckboxes
          sites={defaults.sites}
          hint={texts.newSitesHint}
          typed={refused?.lastResult.initialValue?.sites}
          errors={form.allErrors.sites}
        />
      </Form>
    </>
  );
}
