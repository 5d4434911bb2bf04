import { Select } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { Part } from "../form/part";
import { endpointEvents } from "./endpoint-form";
import { eventLabel, webhooks as texts } from "./texts";

type Props = {
  endpoint: { format: string; events: readonly string[] };
  /** Every event that the account may choose. */
  events: readonly string[];
  formId: string;
  refused?: Refused;
};

/** Sends a test, plain or of an event, whose example data it then has. */
export function TestForm({ endpoint, events, formId, refused }: Props) {
  const [form, fields] = usePostForm<{ event: string }>({ refused, id: "test-form" });
  const choices = endpointEvents(events, endpoint.format === "postback").map((value) => ({
    value,
    label: eventLabel(value),
  }));
  return (
    <Form form={form} formId={formId} submit={texts.sendTest} layout="parts">
      <input type="hidden" name="intent" value="test" />
      <Part heading={texts.testHeading} note={texts.testNote} alone>
        <Select field={fields.event} label={texts.testEvent} first={texts.plainTest} choices={choices} />
      </Part>
    </Form>
  );
}
