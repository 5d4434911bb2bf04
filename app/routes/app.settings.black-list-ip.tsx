import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { blackListActs } from "~/components/black-list/acts";
import { BlackListTable } from "~/components/black-list/black-list-table";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SettingsTabs } from "~/components/settings/settings-tabs";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { FindText } from "~/components/form/find-text";
import { Pager } from "~/components/table/pager";
import { BulkActs } from "~/components/table/bulk-acts";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { blacklist } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { actsBy } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { logs, notices } from "~/texts";
import { blackList as texts } from "~/components/black-list/texts";

const PATH = "/app/settings/black-list-ip";

export const loader = screen({ list: blacklist.listScreen });
export const action = submit(actsBy(blacklist.removeChosen, blackListActs), { to: PATH, notice: notices.done });
export const meta = pageTitle(texts.heading);

/** Addresses and networks whose clicks are redirected and do not count. */
export default function BlackList() {
  const { list, can, zone, values, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { search } = useLocation();
  const { entries, asked: query } = list;
  const { ip, ...others } = errors;
  const field = criteria({ values, errors: { ip } });
  return (
    <ConfirmSubmit action={PATH} ticks>
      <SettingsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        <a className="button primary" href={`${PATH}/create`}>
          {texts.add}
        </a>
        <a className="button" href={`${PATH}/delete`}>
          {texts.remove}
        </a>
        <a href={`${PATH}/export.csv${search}`}>{logs.export}</a>
      </ScreenHead>
      <Refusals messages={refused ? refused.lastResult.error : others} />
      <CriteriaForm
        hiddenValues={{ sortField: query.sortField, sortAsc: query.sortAsc }}
        {...filterSummary({ values, errors })}
      >
        <FindText field={field("ip")} label={texts.ip} hint={texts.searchHint} />
      </CriteriaForm>
      <BlackListTable entries={entries.items} sort={query} action={PATH} selectForm="selected" />
      <Pager
        page={query.page}
        pageSize={query.pageSize}
        total={entries.total}
        totalIsEstimate={entries.totalIsEstimate}
      />
      {entries.items.length > 0 && <BulkActs id="selected" action={PATH} acts={blackListActs} />}
    </ConfirmSubmit>
  );
}
