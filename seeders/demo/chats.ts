import { DAY_MS, HOUR_MS } from "../../server/kernel/time/durations";
import { type Company, officeAt, suspensionReason } from "../company";
import type { Random } from "../random";

const HISTORY_MS = 3 * 7 * DAY_MS;
/** Agents submit only conversations worth keeping. */
const MEAN_INTERVAL_MS = 6 * DAY_MS;

/** A conversation between an agent and a client of a site. */
export type Chat = {
  agentId: number;
  companyId: number;
  siteId: number;
  client: string;
  conversation: string;
  at: number;
};

/** The conversations that agents submitted in the last three weeks, oldest first. */
export function planChats({ agents, now }: Pick<Company, "agents" | "now">, random: Random): Chat[] {
  const chats: Chat[] = [];
  for (const agent of agents) {
    const meanInterval = agent.id === 1 ? MEAN_INTERVAL_MS / 3 : MEAN_INTERVAL_MS;
    const since = Math.max(now - HISTORY_MS, agent.officeHistory[0]?.since ?? now);
    for (
      let at = since + random.exponential(meanInterval);
      at < now - HOUR_MS;
      at += random.exponential(meanInterval)
    ) {
      const link = agent.links.length > 0 ? random.pick(agent.links) : undefined;
      if (!link || suspensionReason(agent, link.type, at)) continue;
      const client = `${random.pick(CLIENTS)}${10 + random.below(90)}`;
      const lines = random.pick(TALKS);
      chats.push({
        ...{ agentId: agent.id, companyId: officeAt(agent, at), siteId: link.type.site.id, client },
        conversation: lines.map((line, index) => `${index % 2 === 0 ? client : "Agent"}: ${line}`).join("\n"),
        at: Math.floor(at),
      });
    }
  }
  return chats.sort((a, b) => a.at - b.at);
}

const CLIENTS = ["nightowl", "bluejay", "marble", "harvest", "skipper", "juniper", "comet", "driftwood", "pepper"];

const TALKS = [
  [
    "Is the trial really free?",
    "For three days, yes. After that it is the monthly price on the page.",
    "OK, I will try.",
  ],
  ["The page does not open on my phone.", "Please use this link, it leads to the mobile page.", "Works now, thanks."],
  ["How do I cancel?", "In your account, under Membership. It ends with the month that you have paid."],
  [
    "I registered yesterday and got no mail.",
    "Please look into the spam folder. The sender is the site itself, not me.",
    "Found it. Where do I enter the code?",
    "On the page that the mail leads to. You are asked for it once only.",
    "Done. Is there a bonus for the first payment?",
    "The site shows what is on at the moment right beside the amount. I cannot promise more than it says there.",
  ],
  ["Do you take bank cards from here?", "The site takes cards of your country, yes."],
  ["Thanks for the tip last week!", "You are welcome. The weekend programme is new, have a look."],
];
