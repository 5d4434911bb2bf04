import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { manuals as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { manuals as texts } from "~/components/manuals/texts";

export const loader = screen({ manual: room.read }, { prepare: ({ ids }) => ({ id: ids }) });
export const meta = titled<typeof loader>(texts.heading, ({ manual }) => texts.confirmRemove(manual.sitename));

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
