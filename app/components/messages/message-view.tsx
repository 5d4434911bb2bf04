import type { messages as operations, Output } from "~/gate.server";
import { count, dateTime } from "../formats";
import { Facts } from "../ui/facts";
import { recipientsText } from "./message-table";
import { MESSAGES, messages as texts } from "./texts";

type Props = { message: Output<typeof operations.read>; formId: string };

/** A message with its days, its receipts for senders, and the button of its receipt for recipients. */
export function MessageView({ message, formId }: Props) {
  const { id, html, by, from, to, readAt, sent, read, sentAt, withdrawnAt } = message;
  const receipts = sent === undefined ? null : texts.readBy(count(read ?? 0), count(sent));
  return (
    <>
      <section className="card">
        <Facts
          facts={[
            [texts.by, by],
            [texts.since, from],
            [texts.until, to ?? texts.noEnd],
            [texts.recipients, sent === undefined ? null : recipientsText(message)],
            [texts.receipts, receipts],
            [texts.sentAt, sentAt && dateTime(sentAt)],
            [texts.states.withdrawn, withdrawnAt && dateTime(withdrawnAt)],
            [texts.state, readAt && texts.readOn(dateTime(readAt))],
          ]}
        />
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </section>
      {readAt === null && (
        <form className="acts" method="post" action={`${MESSAGES}/${id}`}>
          <input type="hidden" name="formId" value={formId} />
          <button className="primary" name="intent" value="read">
            {texts.markRead}
          </button>
          <p className="note">{texts.markHint}</p>
        </form>
      )}
    </>
  );
}
