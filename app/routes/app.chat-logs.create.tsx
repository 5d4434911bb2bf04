import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Select } from "~/components/form/choices";
import { Form, usePostForm } from "~/components/form/form";
import { Textarea, TextInput } from "~/components/form/inputs";
import { logs } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { chatLogs as texts } from "~/components/logs/texts";

const LIST = "/app/logs/chat";
const NEWEST = `${LIST}?sortField=submitTime&sortAsc=false`;

export const loader = screen({ form: logs.submitChatScreen }, { form: [logs.submitChat] });
export const action = submit(logs.submitChat, { to: NEWEST, notice: notices.done, row: true });
export const meta = pageTitle(texts.submitHeading);

type Values = { clientUsername: string; siteId: number; conversation: string };

/** The form for logging an agent's chat with a client. */
export default function SubmitChatLog() {
  const { form: formData, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<Values>({ constraint, refused });
  return (
    <>
      <ScreenHead title={texts.submitHeading} list={{ to: LIST, label: texts.heading }} />
      <Form form={form} formId={formId} submit={texts.send} cancel={LIST} back={back}>
        <TextInput field={fields.clientUsername} label={texts.client} focused={!refused} />
        <Select field={fields.siteId} label={texts.site} first={texts.siteFirst} choices={formData.sites} />
        <Textarea field={fields.conversation} label={texts.conversation} hint={texts.conversationHint} rows={12} />
      </Form>
    </>
  );
}
