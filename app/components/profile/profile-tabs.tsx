import type { Abilities } from "~/gate.server";
import { profile, sessions, tokens, twoStep } from "~/texts";
import { payouts } from "../payouts/texts";
import { views } from "../views/texts";
import { VIEWS } from "../views/views-menu";
import { webhooks } from "../webhooks/texts";
import { Tabs } from "../frame/tabs";

type Can = Pick<Abilities, "makeTokens" | "useTwoStep" | "bePaid" | "manageWebhooks">;

/** Tabs of a person's own settings. `current` is the tab that a screen below it belongs to. */
export function ProfileTabs({ can, current }: { can: Can; current?: string }) {
  const tabs = [
    { to: "/app/profile", label: profile.tab, shows: true },
    { to: "/app/profile/payout", label: payouts.heading, shows: can.bePaid },
    { to: VIEWS, label: views.heading, shows: true },
    { to: "/app/profile/sessions", label: sessions.heading, shows: true },
    { to: "/app/profile/two-step", label: twoStep.heading, shows: can.useTwoStep },
    { to: "/app/profile/tokens", label: tokens.heading, shows: can.makeTokens },
    { to: "/app/profile/webhooks", label: webhooks.heading, shows: can.manageWebhooks },
  ];
  return <Tabs label={profile.heading} tabs={tabs.filter(({ shows }) => shows)} current={current} />;
}
