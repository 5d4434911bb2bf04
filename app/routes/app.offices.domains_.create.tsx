import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainForm } from "~/components/domains/domain-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { domains as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/submit.server";
import { notices } from "~/texts";
import { domains as texts } from "~/components/domains/texts";

export const loader = screen({}, { needs: "editCatalogue", form: [room.create] });
export const action = submit(room.create, { to: "/app/offices/domains", notice: notices.done });
export const meta = titled(texts.addHeading);

export default function AddDomain() {
  const { constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead title={texts.addHeading} />
      <DomainForm initial={{ domain: texts.scheme }} {...{ refused, constraint, formId, back }} />
    </>
  );
}
