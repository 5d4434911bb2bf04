import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ImportFile } from "~/components/imports/import-file";
import { fees } from "~/gate.server";
import { importAction } from "~/http/forms/importing.server";
import { screen } from "~/http/screen.server";
import { notices } from "~/texts";
import { fees as texts } from "~/components/fees/texts";
import { imports } from "~/components/imports/texts";

const LIST = "/app/sites/company-fees";

export const loader = screen({}, { needs: "editCatalogue" });
export const action = importAction(
  { rehearse: fees.dryRun, apply: fees.importFees },
  { to: LIST, notice: (_values, { applied }: { applied: number }) => [notices.done[0], imports.applied(applied)] },
);
export const meta = pageTitle(texts.importHeading);

/** Imports a file of custom payments: a dry run row by row, then the import. */
export default function ImportFees() {
  const { formId } = useLoaderData<typeof loader>();
  return (
    <>
      <ScreenHead title={texts.importHeading} list={{ to: LIST, label: texts.heading }}>
        <a href={`${LIST}/export.csv`}>{imports.export}</a>
      </ScreenHead>
      <ImportFile formId={formId} cancel={LIST} answer={useActionData<typeof action>()} />
    </>
  );
}
