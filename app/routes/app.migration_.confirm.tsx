import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { migration as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { migration as texts } from "~/texts";

const PATH = "/app/migration";

export const loader = screen({ waiting: room.count });
export const meta = titled<typeof loader>(texts.heading, () => texts.confirm);

/** The confirmation page for migrating agents, used without scripts. */
export default function ConfirmMigration() {
  const { waiting, formId } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      heading={texts.confirm}
      action={PATH}
      fields={[
        ["intent", "migrate"],
        ["formId", formId],
      ]}
      cancel={PATH}
    >
      <p>{texts.waiting(waiting.count)}</p>
    </ConfirmPage>
  );
}
