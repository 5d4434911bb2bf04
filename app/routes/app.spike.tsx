import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { Tabs } from "~/components/frame/tabs";
import { titled } from "~/components/frame/titled";
import { alone, isAlone, ownsHeading } from "~/components/spike/alone";
import { FormsAndPickers } from "~/components/spike/forms-and-pickers";
import { TablesAndActs } from "~/components/spike/tables-and-acts";
import { TextsAndNotices } from "~/components/spike/texts-and-notices";
import { Form, usePostForm } from "~/components/ui/form";
import { screen } from "~/http/screen.server";
import { refuseAll } from "~/http/spike.server";
import { spike as texts } from "~/texts";

export const loader = screen({}, { needs: "seeSpike" });
export const action = refuseAll;
export const meta = titled(texts.heading);

const PATH = "/app/spike";
const constraint = { name: { required: true, maxLength: 10 }, note: { maxLength: 20_000 } };
type Texts = "name" | "email" | "amount" | "password" | "passwordConfirm" | "fixed" | "note" | "choice" | "radio";
type Values = Record<Texts | "fixedChoice" | "tick" | "file", string> & { several: string[] };
const initial = { name: "anna", email: "anna@example.org", amount: "12.50", choice: "1", radio: "2", several: ["1"] };

/** Every shared widget in every state, for the people who work on the product. */
export default function Spike() {
  const { values, zone, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const shown = isAlone(values.show) ? values.show : undefined;
  if (shown && ownsHeading(shown)) return alone[shown];
  return (
    <>
      <Tabs label={texts.heading} tabs={[{ to: PATH, label: texts.heading }]} />
      <ScreenHead title={texts.heading} zone={zone}>
        <a href={PATH}>Act of the screen</a>
      </ScreenHead>
      {shown && alone[shown]}
      <p className="acts">
        {Object.keys(alone).map((name) => (
          <a key={name} href={`${PATH}?show=${name}`}>
            {name}
          </a>
        ))}
      </p>
      <FormsAndPickers
        field={(name) => fields[name as keyof Values]}
        form={(children) => (
          <Form form={form} formId={formId} submit={texts.send} cancel={PATH}>
            {children}
          </Form>
        )}
      />
      <TablesAndActs />
      <TextsAndNotices />
    </>
  );
}
