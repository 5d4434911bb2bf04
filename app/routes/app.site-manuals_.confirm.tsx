import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { manuals } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { manuals as texts } from "~/components/manuals/texts";

export const loader = screen({ manual: manuals.read }, { prepare: ({ ids }) => ({ id: ids }) });
export const meta = pageTitle<typeof loader>(texts.heading, ({ manual }) => texts.confirmRemove(manual.sitename));

/** The confirmation page for removing a manual, used without scripts. */
export default function ConfirmRemoval() {
  const { manual, formId, back } = useLoaderData<typeof loader>();
  const list = back?.startsWith("/app/site-manuals?") ? back : "/app/site-manuals";
  return (
    <ConfirmPage
      heading={texts.confirmRemove(manual.sitename)}
      action="/app/site-manuals"
      fields={[
        ["intent", "remove"],
        ["ids", String(manual.id)],
        ["formId", formId],
        ["back", list],
      ]}
      cancel={list}
    />
  );
}
