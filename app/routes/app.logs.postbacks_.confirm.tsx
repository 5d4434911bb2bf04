import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { logs } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { postbacks as texts } from "~/components/logs/texts";

export const loader = confirmLoader(texts.asks, { needs: "replayPostbacks", queries: { names: logs.namedPostbacks } });
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmReplay() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
