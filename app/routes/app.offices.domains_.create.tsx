import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainForm } from "~/components/domains/domain-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { domains } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { domains as texts } from "~/components/domains/texts";

export const loader = screen({}, { needs: "editCatalogue", form: [domains.create] });
export const action = submit(domains.create, { to: "/app/offices/domains", notice: notices.done, row: true });
export const meta = pageTitle(texts.addHeading);

export default function AddDomain() {
  const { constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead title={texts.addHeading} list={{ to: "/app/offices/domains", label: texts.heading }} />
      <DomainForm initial={{ domain: texts.scheme }} {...{ refused, constraint, formId, back }} />
    </>
  );
}
