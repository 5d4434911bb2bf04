import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficeTable } from "~/components/offices/office-table";
import { OfficeTabs } from "~/components/offices/office-tabs";
import { criteria } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { TextInput } from "~/components/form/inputs";
import { Pager } from "~/components/table/pager";
import { ConfirmSubmit, BulkActs } from "~/components/table/row-acts";
import { offices as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, submit } from "~/http/forms/submit.server";
import { empty, notices } from "~/texts";
import { offices as texts } from "~/components/offices/texts";

const PATH = "/app/offices/offices";
const { activate, suspend } = texts.asks;

export const loader = screen({ list: operations.listScreen });
export const action = submit(
  {
    activate: act(operations.setStatus, { active: true }),
    suspend: act(operations.setStatus, { active: false }),
    show: act(operations.setStatus, { hidden: false }),
    hide: act(operations.setStatus, { hidden: true }),
  },
  { to: PATH, notice: notices.done },
);
export const meta = pageTitle(texts.heading);

/** Every office with its manager's sign-in and its status. Acts on an office also apply to its agents. */
export default function Offices() {
  const { list, can, zone, values, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { offices, asked: query } = list;
  const { username, ...others } = errors;
  const field = criteria({ values, errors: { username } });
  return (
    <ConfirmSubmit action={PATH} reason>
      <OfficeTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        {can.addOffice && (
          <a className="button" href="/app/offices/create">
            {texts.add}
          </a>
        )}
      </ScreenHead>
      <Refusals messages={refused ? refused.lastResult.error : others} />
      <CriteriaForm hiddenValues={{ sortField: query.sortField, sortAsc: query.sortAsc }}>
        <TextInput field={field("username", { maxLength: 255 })} label="Username" inputMode="search" />
      </CriteriaForm>
      {offices.items.length > 0 && (
        <BulkActs
          id="selected"
          action={PATH}
          acts={[
            { intent: "activate", label: texts.activateSelected, ask: activate.selected },
            { intent: "suspend", label: texts.suspendSelected, ask: suspend.selected },
          ]}
        />
      )}
      <OfficeTable
        offices={offices.items}
        sort={query}
        action={PATH}
        passwordsVisible={can.seePasswords}
        empty={empty.list}
        selectForm="selected"
      />
      <Pager page={query.page} pageSize={query.pageSize} total={offices.total} />
    </ConfirmSubmit>
  );
}
