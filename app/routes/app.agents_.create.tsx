import { useActionData, useLoaderData } from "@remix-run/react";
import { AGENTS } from "~/components/agents/agent-columns";
import { AgentFields, type AgentValues } from "~/components/agents/agent-fields";
import { SiteTicks } from "~/components/agents/site-ticks";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { Form, usePostForm } from "~/components/ui/form";
import { agents as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/submit.server";
import { agents as texts, notices } from "~/texts";

type Agent = { firstName: string; lastName: string };

export const loader = screen({ form: room.createScreen }, { form: [room.create, ["officeId"]] });
export const action = submit(room.create, {
  to: AGENTS,
  notice: (_values, { firstName, lastName }: Agent) => {
    const [heading, body] = notices.done;
    return [heading, `${body}. ${texts.added(`${firstName} ${lastName}`)}`];
  },
});
export const meta = titled(texts.add);

export default function AddAgent() {
  const { form: begins, me, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const initial = { active: true, officeId: begins.officeId };
  const [form, fields] = usePostForm<AgentValues>({ constraint, refused, initial });
  return (
    <>
      <ScreenHead title={texts.add} />
      <Form form={form} formId={formId} submit="Confirm" cancel={AGENTS}>
        {back && <input type="hidden" name="back" value={back} />}
        <AgentFields fields={fields} offices={begins.offices} office={me.officeName ?? undefined} />
        <SiteTicks
          sites={begins.sites}
          hint={texts.newSitesHint}
          typed={refused?.lastResult.initialValue?.sites}
          errors={form.allErrors.sites}
        />
      </Form>
    </>
  );
}
