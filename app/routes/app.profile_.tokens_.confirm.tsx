import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { identity } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { tokens as texts } from "~/texts";

export const loader = confirmLoader(
  { revoke: { one: texts.revokeAsk, selected: texts.revokeAsk } },
  { needs: "makeTokens", queries: { names: identity.remoteTokens.named } },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmRevocation() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
