import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SettingsTabs } from "~/components/settings/settings-tabs";
import { Checkbox } from "~/components/form/choices";
import { Form, usePostForm } from "~/components/form/form";
import { options as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices, options as texts } from "~/texts";
import { health } from "~/components/health/texts";

const AUTO_BLOCK = "auto_block_account";

export const loader = screen({ options: operations.list });
export const action = submit(operations.save, {
  to: "/app/settings/options",
  notice: notices.saved,
  // Browsers do not send unticked checkboxes.
  prepare: ({ [AUTO_BLOCK]: value = "0", was }) => [{ name: AUTO_BLOCK, value, was }],
});
export const meta = pageTitle(texts.heading);

type Values = { [AUTO_BLOCK]: string };

/** Automatic actions of the product. */
export default function Options() {
  const { options, can, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const value = options.find(({ name }) => name === AUTO_BLOCK)?.value;
  const [form, fields] = usePostForm<Values>({ refused, initial: { [AUTO_BLOCK]: value } });
  return (
    <>
      <SettingsTabs can={can} />
      <ScreenHead title={texts.heading}>
        {can.seeHealth && <a href="/app/settings/health">{health.heading}</a>}
      </ScreenHead>
      <Form form={form} formId={formId} submit={texts.save}>
        <input type="hidden" name="was" value={value} />
        <Checkbox field={fields[AUTO_BLOCK]} label={texts.autoBlock} hint={texts.autoBlockHint} value="1" />
      </Form>
    </>
  );
}
