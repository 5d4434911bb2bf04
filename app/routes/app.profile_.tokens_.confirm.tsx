import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { confirming } from "~/http/confirm.server";
import { tokens as texts } from "~/texts";

export const loader = confirming(
  { revoke: { one: texts.revokeAsk, selected: texts.revokeAsk } },
  { needs: "makeTokens" },
);
export const meta = titled(texts.heading);

export default function ConfirmRevocation() {
  return <ConfirmPage {...useLoaderData<typeof loader>().question} />;
}
