import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { typeActs, typeDeletion } from "~/components/types/acts";
import { PriceTimeLine } from "~/components/types/price-time-line";
import { TypeForm } from "~/components/types/type-form";
import { actOf } from "~/components/table/acts";
import { Act } from "~/components/ui/confirm";
import { versionOf } from "~/components/ui/conflict";
import { TypePages } from "~/components/types/type-pages";
import { Status } from "~/components/ui/state";
import { types } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { types as texts } from "~/components/types/texts";

const fee = { geo: "", payout: "", earning: "" };

export const loader = screen(
  { form: types.editScreen },
  { form: [types.update, types.REQUIRED, ({ form }) => form.type] },
);
export const action = submit(
  { save: types.update, delete: types.remove },
  {
    to: "/app/sites/:siteId/types",
    row: true,
    notice: ({ intent, name }) => (intent === "delete" ? ["Success", texts.deleted(String(name))] : notices.done),
    lists: { feeGeos: fee },
  },
);
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ form }) => form.type.typename);

/** A link, and the history of its price changes. */
export default function UpdateLink() {
  const { form, can, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { site, type, prices, offices } = form;
  const list = `/app/sites/${site.id}/types`;
  const { allowedHosts, version, feeGeos, ...fields } = type;
  return (
    <>
      <TypePages {...{ site, type, can }}>
        <ScreenHead title={texts.updateHeading} state={<Status active={type.status} />}>
          {can.deleteRecords && (
            <Act
              act={actOf(typeActs, "delete", typeDeletion(form.used))}
              of={type.typename}
              fields={[["name", type.typename]]}
              action={`${list}/edit/${type.id}`}
              standing
            />
          )}
        </ScreenHead>
      </TypePages>
      <TypeForm
        initial={{ ...fields, feeGeos, allowedHosts: allowedHosts.join("\n") }}
        version={versionOf(refused, { version })}
        approve={site.useApproveSale}
        offices={offices}
        cancel={list}
        {...{ refused, constraint, formId, back }}
      />
      <section className="stack" aria-labelledby="time-line">
        <h2 id="time-line">{texts.timeLine.heading}</h2>
        <PriceTimeLine changes={prices.items} />
        <p>
          <a href={`${list}/${type.id}/prices`}>{texts.timeLine.all}</a>
        </p>
        <p>
          <a href={`${list}/${type.id}/prices#set`}>{texts.form.plan}</a>
        </p>
        <p>
          <a href={`${list}/${type.id}/what-if`}>{texts.whatIf}</a>
        </p>
      </section>
    </>
  );
}
