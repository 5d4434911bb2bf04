import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ImportFile } from "~/components/imports/import-file";
import { types } from "~/gate.server";
import { importAction } from "~/http/forms/importing.server";
import { screen } from "~/http/screen.server";
import { imports } from "~/components/imports/texts";
import { types as texts } from "~/components/types/texts";

export const loader = screen({ form: types.createScreen });
export const action = importAction(
  { rehearse: types.dryRun, apply: types.importTypes },
  {
    to: ({ siteId }) => `/app/sites/${siteId}/types`,
    notice: (_values, { applied }: { applied: number }) => ["Success", imports.applied(applied)],
  },
);
export const meta = pageTitle(texts.importHeading);

/** Imports a file of links: a dry run row by row, then the import. */
export default function ImportLinks() {
  const { form, formId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const path = `/app/sites/${form.site.id}/types`;
  return (
    <>
      <ScreenHead title={texts.importHeading} list={{ to: path, label: texts.heading(form.site.sitename) }}>
        <a className="button" href={`${path}/export.csv`}>
          {imports.export}
        </a>
      </ScreenHead>
      <p className="note">{texts.importHint}</p>
      <ImportFile answer={answer} formId={formId} cancel={path} />
    </>
  );
}
