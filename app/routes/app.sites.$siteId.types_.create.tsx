import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { TypeForm } from "~/components/types/type-form";
import { types } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { setUpLink } from "~/components/sites/texts";
import { types as texts } from "~/components/types/texts";

const fee = { geo: "", payout: "", earning: "" };
/** The initial values of a new link (LINK-07, LINK-18, LINK-19, LINK-20). */
const initial = { payout: 0, earning: 0, lpp: 1, bbrCh: 0, status: 1, bonusPayout: 0, bonusEarning: 0, bonusLpp: 0 };

export const loader = screen({ form: types.createScreen }, { form: [types.create] });
export const action = submit(types.create, {
  to: "/app/sites/:siteId/types",
  row: true,
  notice: (_values, { siteId }: { siteId: number }) => [...notices.done, "success", setUpLink(siteId)],
  lists: { feeGeos: fee },
});
export const meta = pageTitle(texts.addHeading);

export default function AddLink() {
  const { form, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { id, sitename, useApproveSale } = form.site;
  const list = `/app/sites/${id}/types`;
  return (
    <>
      <ScreenHead title={texts.addHeading} list={{ to: list, label: texts.heading(sitename) }} />
      <TypeForm initial={initial} approve={useApproveSale} cancel={list} {...{ refused, constraint, formId, back }} />
    </>
  );
}
