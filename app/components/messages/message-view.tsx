import type { messages as operations, Output } from "~/gate.server";
import { count, dateTime } from "../formats";
import { possibleActs } from "../table/acts";
import { ConfirmSubmit, RowActs } from "../table/row-acts";
import { Facts } from "../ui/facts";
import { recipientsText } from "./message-table";
import { MESSAGES, messageActs, messages as texts } from "./texts";

type Props = { message: Output<typeof operations.read>; formId: string };

/** A message with its days, its receipts for senders, and the button of its receipt for recipients. */
export function MessageView({ message, formId }: Props) {
  const { id, html, by, from, to, readAt, sent, read, sentAt, withdrawnAt } = message;
  const acts = possibleActs(messageActs, message);
  const receipts = sent === undefined ? null : texts.readBy(count(read ?? 0), count(sent));
  return (
    <>
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
      <section className="card">
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
      {acts.length > 0 && (
        <ConfirmSubmit action={`${MESSAGES}/${id}`}>
          <RowActs action={`${MESSAGES}/${id}`} id={id} of={message.title} acts={acts} />
        </ConfirmSubmit>
      )}
    </>
  );
}
