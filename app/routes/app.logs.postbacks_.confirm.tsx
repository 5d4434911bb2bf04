import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/ui/named-rows";
import { logs as room } from "~/gate.server";
import { confirming } from "~/http/confirm.server";
import { postbacks as texts } from "~/components/logs/texts";

export const loader = confirming(texts.asks, { needs: "replayPostbacks", queries: { names: room.namedPostbacks } });
export const meta = titled<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmReplay() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
