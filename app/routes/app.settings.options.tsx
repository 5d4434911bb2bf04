import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SettingsTabs } from "~/components/settings/settings-tabs";
import { Checkbox } from "~/components/form/choices";
import { Form, usePostForm } from "~/components/form/form";
import { TextInput } from "~/components/form/inputs";
import { options as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices, options as texts } from "~/texts";
import { health } from "~/components/health/texts";

const NAMES = ["auto_block_account", "pay_after_days"] as const;
const [AUTO_BLOCK, PAY_AFTER] = NAMES;

export const loader = screen({ options: operations.list });
export const action = submit(operations.save, {
  to: "/app/settings/options",
  notice: notices.saved,
  // Browsers do not send unticked checkboxes.
  prepare: ({ was, [AUTO_BLOCK]: isTicked = "0", [PAY_AFTER]: days }) => {
    const before = was as Partial<Values> | undefined;
    return [
      { name: AUTO_BLOCK, value: isTicked, was: before?.[AUTO_BLOCK] },
      ...(days === undefined ? [] : [{ name: PAY_AFTER, value: days, was: before?.[PAY_AFTER] }]),
    ];
  },
  fieldAt: Object.fromEntries(NAMES.map((name, index) => [`[${index}].value`, name])),
});
export const meta = pageTitle(texts.heading);

const constraint = { [PAY_AFTER]: { required: true, min: 0, max: 60 } };

type Values = Record<(typeof NAMES)[number], string>;

/** Automatic actions of the product, and the day on which half-months are paid. */
export default function Options() {
  const { options, can, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const initial = Object.fromEntries(options.map(({ name, value }) => [name, value])) as Values;
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  return (
    <>
      <SettingsTabs can={can} />
      <ScreenHead title={texts.heading}>
        {can.seeHealth && <a href="/app/settings/health">{health.heading}</a>}
      </ScreenHead>
      <Form form={form} formId={formId} submit={texts.save}>
        {NAMES.map((name) => (
          <input key={name} type="hidden" name={`was.${name}`} value={initial[name]} />
        ))}
        <Checkbox field={fields[AUTO_BLOCK]} label={texts.autoBlock} hint={texts.autoBlockHint} value="1" />
        <TextInput
          field={fields[PAY_AFTER]}
          label={texts.payAfter}
          hint={texts.payAfterHint}
          type="number"
          inputMode="numeric"
        />
      </Form>
    </>
  );
}
