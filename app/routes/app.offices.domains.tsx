import { useActionData, useLoaderData } from "@remix-run/react";
import { domainActs } from "~/components/domains/acts";
import { DomainTable } from "~/components/domains/domain-table";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficeTabs } from "~/components/offices/office-tabs";
import { InfoDialog } from "~/components/ui/info";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { domains as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { actsBy } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { domains as texts } from "~/components/domains/texts";

const PATH = "/app/offices/domains";

export const loader = screen({ domains: operations.list }, { needs: "editCatalogue" });
export const action = submit(actsBy(operations.setStatus, domainActs), {
  to: PATH,
  notice: notices.done,
  missing: "list",
  named: operations.confirmScreen,
});
export const meta = pageTitle(texts.heading);

/**
 * The domains under which offices hand out their links. A refused act shows the list again. Only the refusal of the
 * last active domain gives a reason.
 */
export default function Domains() {
  const { domains, can } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isLast = Object.values(refused?.lastResult.error ?? {}).some((messages) =>
    messages?.includes(texts.lastActive),
  );
  return (
    <ConfirmSubmit action={PATH}>
      <OfficeTabs can={can} />
      <ScreenHead title={texts.heading}>
        <a className="button primary" href={`${PATH}/create`}>
          {texts.add}
        </a>
      </ScreenHead>
      {isLast && <InfoDialog text={texts.lastActive} />}
      <DomainTable domains={domains} action={PATH} />
    </ConfirmSubmit>
  );
}
