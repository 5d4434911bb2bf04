import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/ui/named-rows";
import { blacklist as room } from "~/gate.server";
import { confirming } from "~/http/confirm.server";
import { blackList as texts } from "~/components/black-list/texts";

export const loader = confirming(texts.asks, { needs: "seeSettings", queries: { names: room.named } });
export const meta = titled<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmDelete() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
