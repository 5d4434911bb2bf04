import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { MessageForm } from "~/components/messages/message-form";
import { MESSAGES, messages as texts } from "~/components/messages/texts";
import { messages } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen({ form: messages.sendScreen }, { form: [messages.sendForm], names: ["agentId"] });
export const action = submit(messages.sendForm, {
  to: `${MESSAGES}?box=sent`,
  notice: [notices.done[0], texts.sent],
});
export const meta = pageTitle(texts.compose);

/** The form for a new message, with the agent chosen that the address names. */
export default function NewMessage() {
  const { form, today, constraint, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const audience = form.agent ? "agents" : form.offices ? "all" : "offices";
  return (
    <>
      <ScreenHead title={texts.compose} list={{ to: MESSAGES, label: texts.heading }} />
      <MessageForm
        initial={{ audience, agents: form.agent ?? "" }}
        offices={form.offices}
        {...{ today, refused, constraint, formId }}
      />
    </>
  );
}
