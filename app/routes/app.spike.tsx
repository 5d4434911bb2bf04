import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { Tabs } from "~/components/frame/tabs";
import { pageTitle } from "~/components/frame/page-title";
import { FormsAndPickers } from "~/components/gallery/forms-and-pickers";
import { isStandalone, ownsHeading, standalone } from "~/components/gallery/standalone";
import { TablesAndActs } from "~/components/gallery/tables-and-acts";
import { TextsAndNotices } from "~/components/gallery/texts-and-notices";
import { Form, usePostForm } from "~/components/form/form";
import { refuseAll } from "~/http/gallery.server";
import { screen } from "~/http/screen.server";
import { gallery as texts } from "~/texts";

export const loader = screen({}, { needs: "seeGallery" });
export const action = refuseAll;
export const meta = pageTitle(texts.heading);

const PATH = "/app/spike";
const constraint = { name: { required: true } };
type Texts = "name" | "email" | "amount" | "password" | "passwordConfirm" | "fixed" | "note" | "choice" | "radio";
type Values = Record<Texts | "fixedChoice" | "tick" | "file", string> & { several: string[] };
const initial = { name: "anna", email: "anna@example.org", amount: "12.50", choice: "1", radio: "2", several: ["1"] };

/** The widget gallery at /app/spike: every shared widget in every state, for developers. */
export default function WidgetGallery() {
  const { values, zone, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const shown = isStandalone(values.show) ? values.show : undefined;
  if (shown && ownsHeading(shown)) return standalone[shown];
  return (
    <>
      <Tabs label={texts.heading} tabs={[{ to: PATH, label: texts.heading }]} />
      <ScreenHead title={texts.heading} zone={zone}>
        <a href={PATH}>Act of the screen</a>
      </ScreenHead>
      {shown && standalone[shown]}
      <p className="acts">
        {Object.keys(standalone).map((name) => (
          <a key={name} href={`${PATH}?show=${name}`}>
            {name}
          </a>
        ))}
      </p>
      <FormsAndPickers
        field={(name) => fields[name as keyof Values]}
        form={(children) => (
          <Form form={form} formId={formId} submit={texts.send} layout="parts" cancel={PATH}>
            {children}
          </Form>
        )}
      />
      <TablesAndActs />
      <TextsAndNotices />
    </>
  );
}
