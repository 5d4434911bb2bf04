import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { NewsTabs } from "~/components/news/news-tabs";
import { Conflict, versionOf } from "~/components/ui/conflict";
import { Form, usePostForm } from "~/components/form/form";
import { HtmlField } from "~/components/form/html-field";
import { news as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { news as texts, notices } from "~/texts";

export const loader = screen({ news: operations.edit }, { form: [operations.save, [], ({ news }) => news] });
export const action = submit(operations.save, { to: "/app/home", notice: notices.saved });
export const meta = pageTitle(texts.heading);

/** The form for the news that everyone sees on the home screen. */
export default function EditNews() {
  const { news, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<{ html: string }>({ refused, initial: { html: news.html } });
  return (
    <>
      <NewsTabs />
      <ScreenHead title={texts.heading} />
      <Conflict refused={refused} fields={[["html", texts.html]]} />
      <Form
        {...{ form, formId }}
        version={versionOf(refused, news)}
        submit={texts.update}
        cancel="/app/home"
        layout="parts"
      >
        <div className="card">
          <HtmlField field={fields.html} label={texts.html} hint={texts.hint} />
        </div>
      </Form>
    </>
  );
}
