import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { siteActs } from "~/components/sites/acts";
import { SiteTable } from "~/components/sites/site-table";
import { SiteTabs } from "~/components/sites/site-tabs";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { FindText } from "~/components/form/find-text";
import { Pager } from "~/components/table/pager";
import { BulkActs } from "~/components/table/bulk-acts";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { sites as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { actsBy } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { sites as texts } from "~/components/sites/texts";

const PATH = "/app/sites/sites";

export const loader = screen({ list: operations.listScreen });
export const action = submit(actsBy(operations.setStatus, siteActs), {
  to: PATH,
  notice: notices.done,
  named: operations.named,
});
export const meta = pageTitle(texts.heading);

const statuses = [
  { value: 0, label: "Suspended" },
  { value: 1, label: "Activated" },
];
/** Every site with its links and status. Superadmins add and change sites. */
export default function Sites() {
  const { list, can, values, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { sites, asked: query, categories } = list;
  const { sitename, type, status, ...others } = errors;
  const field = criteria({ values, errors: { sitename, type, status } });
  const edits = can.editCatalogue;
  return (
    <ConfirmSubmit action={PATH} ticks>
      <SiteTabs can={can} />
      <ScreenHead title={texts.heading}>
        {edits && (
          <a className="button primary" href="/app/sites/create">
            {texts.add}
          </a>
        )}
      </ScreenHead>
      <Refusals messages={refused ? refused.lastResult.error : others} />
      <CriteriaForm
        hiddenValues={{ sortField: query.sortField, sortAsc: query.sortAsc, pageSize: query.pageSize }}
        {...filterSummary({ values, errors })}
      >
        <FindText field={field("sitename")} label={texts.sitename} />
        <Select
          field={field("type")}
          label={texts.type}
          first={texts.allTypes}
          choices={categories.map((value) => ({ value, label: value }))}
        />
        <Select field={field("status")} label="Status" first={texts.allStatuses} choices={statuses} />
      </CriteriaForm>
      <SiteTable sites={sites.items} sort={query} action={PATH} edits={edits} selectForm="selected" />
      <Pager page={query.page} pageSize={query.pageSize} total={sites.total} />
      {edits && sites.items.length > 0 && <BulkActs id="selected" action={PATH} acts={siteActs} />}
    </ConfirmSubmit>
  );
}
