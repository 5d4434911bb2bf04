import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/ui/named-rows";
import { identity } from "~/gate.server";
import { confirming } from "~/http/confirm.server";
import { tokens as texts } from "~/texts";

export const loader = confirming(
  { revoke: { one: texts.revokeAsk, selected: texts.revokeAsk } },
  { needs: "makeTokens", queries: { names: identity.remoteTokens.named } },
);
export const meta = titled<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmRevocation() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
