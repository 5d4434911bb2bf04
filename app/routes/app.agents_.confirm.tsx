import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/ui/named-rows";
import { agents as room } from "~/gate.server";
import { confirming } from "~/http/confirm.server";
import { agents as texts } from "~/texts";

const asked = (selected: string) => ({ one: selected, selected });
const { activate, suspend, enableLogin, disableLogin } = texts.confirm;

export const loader = confirming(
  {
    activate: asked(activate),
    suspend: asked(suspend),
    enableLogin: asked(enableLogin),
    disableLogin: asked(disableLogin),
  },
  { needs: "seeAgents", queries: { names: room.named } },
);
export const meta = titled<typeof loader>(texts.heading, ({ question }) => question.heading);

export default function ConfirmAgents() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question} reason>
      <NamedRows names={names} />
    </ConfirmPage>
  );
}
