import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { ConfirmPage } from "~/components/ui/confirm";
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
  { needs: "seeAgents" },
);
export const meta = titled(texts.heading);

export default function ConfirmAgents() {
  return <ConfirmPage {...useLoaderData<typeof loader>().question} reason />;
}
