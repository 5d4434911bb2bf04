import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { migration } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { migration as texts } from "~/texts";

const PATH = "/app/migration";

export const loader = screen({ waiting: migration.count });
export const meta = pageTitle<typeof loader>(texts.heading, () => texts.confirm);

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
