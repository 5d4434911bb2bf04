import { useActionData, useLoaderData } from "@remix-run/react";
import { ClaimForm } from "~/components/claims/claim-form";
import { CLAIMS, claims as texts } from "~/components/claims/texts";
import { pageTitle } from "~/components/frame/page-title";
import { ScreenHead } from "~/components/frame/screen-head";
import { claims } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

type Answer = { id: number; open: boolean; dueDate: string | null };

export const loader = screen({ form: claims.createScreen }, { form: [claims.create] });
export const action = submit(claims.create, {
  to: ({ id }: Answer) => `${CLAIMS}/${id}`,
  notice: (_, { open, dueDate }: Answer) => [notices.done[0], open ? texts.opened(dueDate) : texts.answered],
});
export const meta = pageTitle(texts.missing);

/** The form for a missing sale, filled in from the address. */
export default function NewClaim() {
  const { form, values, today, can, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const given = (name: string) => (typeof values[name] === "string" ? values[name] : undefined);
  return (
    <>
      <ScreenHead title={texts.missing} list={{ to: CLAIMS, label: texts.heading }} />
      <p>{can.seeAgents ? texts.introOffice : texts.intro}</p>
      <ClaimForm
        sites={form.sites}
        initial={{
          siteId: given("siteId"),
          date: given("date") ?? today,
          txid: given("txid"),
          customerEmail: given("customerEmail"),
        }}
        {...{ today, refused, constraint, formId, back }}
      />
    </>
  );
}
