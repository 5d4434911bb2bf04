import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainForm } from "~/components/domains/domain-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { versionOf } from "~/components/ui/conflict";
import { domains } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { domains as texts } from "~/components/domains/texts";

export const loader = screen({ domain: domains.read }, { form: [domains.update, ["domain"], ({ domain }) => domain] });
export const action = submit(domains.update, { to: "/app/offices/domains", notice: notices.done, row: true });
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ domain }) => domain.domain);

export default function UpdateDomain() {
  const { domain, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead
        title={texts.updateHeading}
        list={{ to: "/app/offices/domains", label: texts.heading }}
        record={domain.domain}
      />
      <DomainForm initial={domain} version={versionOf(refused, domain)} {...{ refused, constraint, formId, back }} />
    </>
  );
}
