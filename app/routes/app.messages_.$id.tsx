import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { MessageState } from "~/components/messages/message-table";
import { MessageView } from "~/components/messages/message-view";
import { MESSAGES, messageActs, messages as texts } from "~/components/messages/texts";
import { possibleActs } from "~/components/table/acts";
import { Act } from "~/components/ui/confirm";
import { Refusals } from "~/components/ui/failure-pane";
import { messages } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen({ message: messages.read });
export const action = submit(
  { read: messages.markRead, withdraw: messages.withdraw },
  {
    to: `${MESSAGES}/:id`,
    notice: ({ intent }) => (intent === "read" ? [notices.done[0], texts.marked] : notices.done),
  },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ message }) => message.title);

/** One message. */
export default function OneMessage() {
  const { message, today, zone, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const path = `${MESSAGES}/${message.id}`;
  return (
    <>
      <ScreenHead
        title={message.title}
        list={{ to: MESSAGES, label: texts.heading }}
        state={message.sent !== undefined && <MessageState {...message} today={today} />}
        zone={zone}
      >
        {possibleActs(messageActs, message).map((act) => (
          <Act key={act.intent} act={act} of={message.title} fields={[["ids", message.id]]} action={path} standing />
        ))}
      </ScreenHead>
      <Refusals messages={refused?.lastResult.error} />
      <MessageView message={message} formId={formId} />
    </>
  );
}
