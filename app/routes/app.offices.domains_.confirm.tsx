import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { InfoPage } from "~/components/ui/info";
import { NamedRows } from "~/components/ui/named-rows";
import { domains as room } from "~/gate.server";
import { confirming } from "~/http/confirm.server";
import { domains as texts } from "~/components/domains/texts";

export const loader = confirming(texts.asks, { needs: "editCatalogue", queries: { asked: room.confirmScreen } });
export const meta = titled<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmStatus() {
  const { question, asked } = useLoaderData<typeof loader>();
  const names = <NamedRows names={asked.names} />;
  if (asked.impossible) {
    return (
      <InfoPage text={asked.impossible} back={question.cancel}>
        {names}
      </InfoPage>
    );
  }
  return <ConfirmPage {...question}>{names}</ConfirmPage>;
}
