import { useLoaderData } from "@remix-run/react";
import { postbackActs } from "~/components/logs/acts";
import { ReplayTrial } from "~/components/logs/replay-trial";
import { postbacks as texts } from "~/components/logs/texts";
import { ConfirmScreen, confirmTitle } from "~/components/table/confirm-screen";
import { replayScreen } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

export const loader = confirmLoader(postbackActs, { queries: { trial: replayScreen }, about: () => ({ names: [] }) });
export const meta = confirmTitle(texts.heading);

/** Asks for a confirmation of a replay, and shows what it would give. */
export default function ConfirmReplay() {
  const { trial } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen>
      <ReplayTrial {...trial} />
    </ConfirmScreen>
  );
}
