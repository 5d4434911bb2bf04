import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { NewsTabs } from "~/components/news/news-tabs";
import { Checkbox } from "~/components/form/choices";
import { Conflict, versionOf } from "~/components/ui/conflict";
import { Form, usePostForm } from "~/components/form/form";
import { HtmlField } from "~/components/form/html-field";
import { alerts } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { news as texts, notices } from "~/texts";

export const loader = screen({ alert: alerts.edit }, { form: [alerts.save, [], ({ alert }) => alert] });
export const action = submit(alerts.save, { to: "/app/home", notice: notices.saved });
export const meta = pageTitle(texts.alertHeading);

const onOrOff = (value: unknown) => (value === true || value === "on" ? texts.enabled : texts.notEnabled);

/** The alert that everyone has to read once after signing in. Its text is kept while it is disabled. */
export default function EditAlert() {
  const { alert, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<{ enable: boolean; html: string }>({
    refused,
    initial: { enable: alert.enable, html: alert.html },
  });
  return (
    <>
      <NewsTabs />
      <ScreenHead title={texts.alertHeading} />
      <Conflict
        refused={refused}
        fields={[
          ["enable", texts.enable, onOrOff],
          ["html", texts.alertHtml],
        ]}
      />
      <Form
        {...{ form, formId }}
        version={versionOf(refused, alert)}
        submit={texts.update}
        cancel="/app/home"
        layout="parts"
      >
        <div className="card">
          <Checkbox field={fields.enable} label={texts.enable} />
          <div className="while-ticked">
            <HtmlField field={fields.html} label={texts.alertHtml} hint={texts.alertHint} short />
          </div>
        </div>
      </Form>
    </>
  );
}
