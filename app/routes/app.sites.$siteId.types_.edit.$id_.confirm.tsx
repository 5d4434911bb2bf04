import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { types } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { types as texts } from "~/components/types/texts";

export const loader = screen({ form: types.editScreen }, { needs: "deleteRecords" });
export const meta = pageTitle<typeof loader>(
  texts.updateHeading,
  ({ form }) => `${form.type.typename}. ${texts.confirmDelete}`,
);

/** The confirmation page for deleting a link, used without scripts. */
export default function ConfirmDelete() {
  const { form, formId } = useLoaderData<typeof loader>();
  const { site, type } = form;
  const screenPath = `/app/sites/${site.id}/types/edit/${type.id}`;
  return (
    <ConfirmPage
      heading={texts.confirmDelete}
      action={screenPath}
      fields={[
        ["intent", "delete"],
        ["name", type.typename],
        ["formId", formId],
      ]}
      cancel={screenPath}
    >
      <NamedRows names={[`${site.sitename}: ${type.typename}`]} />
    </ConfirmPage>
  );
}
