import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { confirming } from "~/http/confirm.server";
import { approvals as texts } from "~/texts";

export const loader = confirming(
  { approve: { one: texts.confirmOne, selected: texts.confirmSelected } },
  { needs: "approveAgents" },
);
export const meta = titled(texts.heading);

export default function ConfirmApproval() {
  return <ConfirmPage {...useLoaderData<typeof loader>().question} />;
}
