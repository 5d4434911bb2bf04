import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/ui/named-rows";
import { offices as room } from "~/gate.server";
import { confirming } from "~/http/confirm.server";
import { offices as texts } from "~/components/offices/texts";

export const loader = confirming(texts.asks, { needs: "seeOffices", queries: { names: room.named } });
export const meta = titled<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmStatus() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question} reason>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
