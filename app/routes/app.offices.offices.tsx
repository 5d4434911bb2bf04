import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { officeActs } from "~/components/offices/acts";
import { keepSuspendedHtml } from "~/components/offices/keep-suspended";
import { OfficeTable } from "~/components/offices/office-table";
import { OfficeTabs } from "~/components/offices/office-tabs";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { FindText } from "~/components/form/find-text";
import { SHOW_PASSWORD } from "~/components/people/password-cell";
import { Pager } from "~/components/table/pager";
import { BulkActs } from "~/components/table/bulk-acts";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { offices as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { empty, notices } from "~/texts";
import { offices as texts } from "~/components/offices/texts";

const PATH = "/app/offices/offices";

export const loader = screen({ list: operations.listScreen }, { reveals: true });
export const action = submit(
  {
    ...actsBy(operations.setStatus, officeActs),
    [SHOW_PASSWORD]: act(operations.showPassword, singleId, { reveals: true }),
  },
  {
    to: PATH,
    row: true,
    notice: ({ intent }) => (intent === SHOW_PASSWORD ? undefined : notices.done),
    named: operations.confirmScreen,
  },
);
export const meta = pageTitle(texts.heading);

/** Every office with its manager's sign-in and its status. Acts on an office also apply to its agents. */
export default function Offices() {
  const { list, can, zone, values, errors, revealed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { offices, asked: query } = list;
  const { username, ...others } = errors;
  const field = criteria({ values, errors: { username } });
  const keepSuspended = keepSuspendedHtml(offices.items.filter((one) => one.suspendedAlone > 0).length, {
    several: true,
  });
  return (
    <ConfirmSubmit action={PATH} ticks>
      <OfficeTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        {can.addOffice && (
          <a className="button primary" href="/app/offices/create">
            {texts.add}
          </a>
        )}
      </ScreenHead>
      <Refusals messages={refused ? refused.lastResult.error : others} />
      <CriteriaForm
        hiddenValues={{ sortField: query.sortField, sortAsc: query.sortAsc }}
        {...filterSummary({ values, errors })}
      >
        <FindText field={field("username")} label="Username" />
      </CriteriaForm>
      <OfficeTable
        offices={offices.items}
        sort={query}
        action={PATH}
        passwords={{ can, revealed, action: PATH, src: "/api/offices" }}
        empty={empty.list}
        selectForm="selected"
      />
      <Pager page={query.page} pageSize={query.pageSize} total={offices.total} />
      {offices.items.length > 0 && (
        <BulkActs id="selected" action={PATH} acts={officeActs} html={{ activate: keepSuspended }} />
      )}
    </ConfirmSubmit>
  );
}
