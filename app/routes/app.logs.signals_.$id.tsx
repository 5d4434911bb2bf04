import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Form, usePostForm } from "~/components/form/form";
import { Textarea } from "~/components/form/inputs";
import { Evidence } from "~/components/signals/evidence";
import { SIGNALS, SignalState } from "~/components/signals/signal-table";
import { signals as texts } from "~/components/signals/texts";
import { signals } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen(
  { signal: signals.read },
  { form: [signals.acknowledge, ["note"], ({ signal }) => ({ note: signal.note ?? "" })] },
);
export const action = submit(signals.acknowledge, { to: SIGNALS, notice: notices.done, row: true });
export const meta = pageTitle<typeof loader>(texts.heading, ({ signal }) => texts.kinds[signal.kind]);

/** A signal with its evidence, and the form to acknowledge it. */
export default function SignalDetails() {
  const { signal, constraint, formId, back, zone } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<{ note: string }>({ constraint, refused, initial: { note: signal.note ?? "" } });
  const { kind } = signal;
  return (
    <>
      <ScreenHead
        title={texts.kinds[kind]}
        state={<SignalState signal={signal} />}
        list={{ to: SIGNALS, label: texts.heading }}
        zone={zone}
      >
        <a href={String(signal.evidence.address)}>{texts.rows}</a>
      </ScreenHead>
      <Evidence {...signal} />
      <Form
        form={form}
        formId={formId}
        submit={signal.acknowledgedAt ? texts.saveNote : texts.acknowledge}
        cancel={SIGNALS}
        back={back}
      >
        <Textarea field={fields.note} label={texts.note} hint={signal.closedAt ? undefined : texts.noteHint} rows={3} />
      </Form>
    </>
  );
}
