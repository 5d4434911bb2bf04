import type { agents, Output } from "~/gate.server";
import { dateTime } from "../formats";
import { Facts } from "../ui/facts";
import { Notice } from "../ui/notice";
import { StatusNote } from "../people/status-note";
import { agents as texts } from "~/texts";
import { loginState } from "./agent-status";

export type AgentCard = Output<typeof agents.card>;

export const nameOf = ({ firstName, lastName }: Pick<AgentCard, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/** The state of approval and status of an agent, the person, the office and the sign-in. */
export function AgentFacts({ agent }: { agent: AgentCard }) {
  const { approved, rejectedAt, rejectedBy, rejectionReason, createdBy, regTime, lastLoginTime, loginCount } = agent;
  const facts = [
    ["Name", nameOf(agent)],
    ["Office", agent.officeName],
    // The head has the status; this adds a sign-in that is disabled, or enabled for a time.
    ["Status", loginState(agent)],
    ["E-mail", agent.email],
    ["Campaign ID", agent.campaignId],
    ["Registered", dateTime(regTime) + (createdBy ? ` by ${createdBy}` : "")],
    ["Last Login", lastLoginTime && `${dateTime(lastLoginTime)}, ${loginCount} in all`],
  ] as const;
  return (
    <>
      {!approved && (
        <Notice>
          <p>
            {rejectedAt === null
              ? `${texts.waiting}. ${texts.waitsFor}`
              : texts.rejection(rejectedBy, dateTime(rejectedAt), rejectionReason ?? "")}
          </p>
        </Notice>
      )}
      <StatusNote {...agent} />
      <section className="card">
        <Facts facts={facts.filter(([, value]) => value)} />
      </section>
    </>
  );
}
