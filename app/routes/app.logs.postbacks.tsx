import { useActionData, useLoaderData } from "@remix-run/react";
import { ForClaim } from "~/components/claims/claim-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { emptyLog } from "~/components/logs/empty-log";
import { postbackActs } from "~/components/logs/acts";
import { ExportLink } from "~/components/logs/export-link";
import { logCriteria } from "~/components/logs/log-criteria";
import { LogNotes } from "~/components/logs/log-notes";
import { hiddenCriteria } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { verdictLabel } from "~/components/logs/postback";
import { postbackColumns, postbackName } from "~/components/logs/postback-cells";
import { PostbackMore } from "~/components/logs/postback-more";
import { replayNotice } from "~/components/logs/replay-notice";
import { DateRange } from "~/components/pickers/date-range";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Select } from "~/components/form/choices";
import { filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { MoreFilters } from "~/components/form/more-filters";
import { TextInput } from "~/components/form/inputs";
import { Pager } from "~/components/table/pager";
import { BulkActs } from "~/components/table/bulk-acts";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { describeOutcome, logs, replayPostbacks } from "~/gate.server";
import { lastWeek, ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";
import { actsBy } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { postbacks as texts } from "~/components/logs/texts";

const PATH = "/app/logs/postbacks";

type Outcome = { items: { changed: boolean; after: { verdict: string; reason: string | null } }[] };

export const loader = screen({ log: logs.postbackScreen }, { range: lastWeek, prepare: ownOffice });
export const action = submit(actsBy(replayPostbacks, postbackActs), {
  to: PATH,
  notice: (_, { items }: Outcome) => replayNotice(items, ({ after }) => describeOutcome(after.verdict, after.reason)),
  missing: "list",
});
export const meta = pageTitle(texts.heading);

const select = {
  ...{ name: "ids", form: "selected", label: postbackName },
  value: ({ id }: { id: number }) => id,
  when: ({ canReplay = false }: { canReplay?: boolean }) => canReplay,
};

/**
 * Postbacks and their results. Agents and offices see only their own; only superadmins see the parameters of a request.
 */
export default function Postbacks() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { log, zone, can, values, errors } = data;
  const { field, others } = logCriteria(data, ["siteId", "verdict", "pixel", "clickId", can.replayPostbacks && "txid"]);
  const verdicts = log.verdicts.map((value) => ({ value, label: verdictLabel(value) }));
  const canReplaySome = log.items.some(({ canReplay }) => canReplay);
  return (
    <ConfirmSubmit action={PATH} ticks>
      <LogsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        <ExportLink values={values} errors={errors} />
      </ScreenHead>
      <ForClaim claim={values.claim} />
      <Refusals messages={{ ...others, ...refused?.lastResult.error }} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <DateRange start={field("start")} end={field("end")} hints={log.hints} />
        <Select field={field("verdict")} label={texts.verdict} first="All" choices={verdicts} />
        <Select field={field("siteId")} label="Site" first="All" choices={log.choices.sites} />
        <MoreFilters fields={["companyId", "agentId", "pixel", "clickId", "txid"].map((name) => field(name))}>
          <OfficeAgent field={field} can={can} choices={log.choices} />
          <Select field={field("pixel")} label={texts.via} first="All" choices={texts.vias} />
          <TextInput field={field("clickId")} label="Click Id" />
          {can.replayPostbacks && <TextInput field={field("txid")} label={texts.transaction} />}
        </MoreFilters>
      </CriteriaForm>
      <LogNotes {...log} />
      <Table
        caption={texts.heading}
        captionHidden
        columns={postbackColumns(log.columns, can, PATH)}
        rows={log.items}
        select={canReplaySome ? select : undefined}
        more={(row) => <PostbackMore row={row} can={can} />}
        sort={log}
        empty={emptyLog(errors)}
      />
      <Pager {...log} after={log.next} />
      {canReplaySome && <BulkActs id="selected" action={PATH} acts={postbackActs} />}
    </ConfirmSubmit>
  );
}
