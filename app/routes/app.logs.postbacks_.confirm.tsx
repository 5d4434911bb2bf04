import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ReplayTrial } from "~/components/logs/replay-trial";
import { ConfirmPage } from "~/components/ui/confirm";
import { replayScreen } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { postbacks as texts } from "~/components/logs/texts";

export const loader = confirmLoader(texts.asks, { needs: "replayPostbacks", queries: { trial: replayScreen } });
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

/** Asks for a confirmation of a replay, and shows what it would give. */
export default function ConfirmReplay() {
  const { question, trial } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question} wide>
      <ReplayTrial {...trial} />
    </ConfirmPage>
  );
}
