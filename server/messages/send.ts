import { z } from "zod";
import { Agent, Message } from "~models";
import { findOneVisible } from "../accounts";
import { DayText, Filter, Id, Ids, Lines, Required } from "../kernel/operation/input";
import { type Call, command, query } from "../kernel/operation/operation";
import { RequiredHtml } from "../kernel/operation/html";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { type Day, dayOf, endOfDay, startOfDay } from "../kernel/time";
import { now } from "../kernel/time/now";
import { listOfficeOptions } from "../offices";
import { agentIdsIn, Audience, targetOf } from "./audience";
import { daysOf, MessageOutput } from "./message";
import { findMessage } from "./one";

const content = { title: Required(), html: RequiredHtml, from: Filter(DayText), to: Filter(DayText) };

const declared = {
  name: "messages.send",
  does: "send messages",
  allow: atLeast("company"),
  type: "CREATE",
  output: MessageOutput,
} as const;

/**
 * Sends a message: admins to everybody, to offices or to agents, managers to their office or to agents of it. It is
 * shown from the beginning of `from`, by default at once, to the end of `to`.
 */
export const send = command({
  ...declared,
  input: z.object({ ...content, audience: Audience }),
  run: (call, { audience, ...message }) => store(call, message, audience),
});

const kinds = ["all", "offices", "agents"] as const;

/** The same command under the same name, for a form that lists the usernames of agents. */
export const sendForm = command({
  ...declared,
  input: z.object({
    ...content,
    audience: z.enum(kinds, "Please choose the recipients."),
    companyIds: z.array(Id).max(500).default([]),
    agents: Lines(20_000).default(""),
  }),
  async run(call, { audience: kind, companyIds, agents, ...message }) {
    return store(call, message, await chosenAudience(call.actor, { kind, companyIds, agents }));
  },
});

type Chosen = { kind: (typeof kinds)[number]; companyIds: number[]; agents: string };

async function chosenAudience(actor: Actor, { kind, companyIds, agents }: Chosen): Promise<Audience> {
  if (kind === "all") return kind;
  if (kind === "agents") return { agentIds: await agentIdsIn(actor, agents) };
  if (!hasRole(actor, "admin")) return { companyIds: [actor.companyId ?? 0] };
  const chosen = Ids.safeParse(companyIds);
  if (!chosen.success) throw invalid({ companyIds: ["Please choose at least one office."] });
  return { companyIds: chosen.data };
}

type NewMessage = { title: string; html: string; from?: Day; to?: Day };

async function store(call: Call, { title, html, from, to }: NewMessage, audience: Audience): Promise<MessageOutput> {
  const { actor, changed } = call;
  const [moment, today] = [now(), dayOf(now())];
  if (from !== undefined && from < today) throw invalid({ from: ["Please choose today or a later day."] });
  if (to !== undefined && to < (from ?? today))
    throw invalid({
      to: [from === undefined ? "Please choose today or a later day." : "Please end it after it begins."],
    });
  const target = await targetOf(actor, audience);
  const shown = {
    shownFrom: from === undefined || from === today ? moment : startOfDay(from),
    shownUntil: to === undefined ? null : endOfDay(to),
  };
  const message = await Message.create({
    title,
    html,
    ...target,
    ...shown,
    createdAt: moment,
    createdBy: actor.accountId,
  });
  changed({ record: "message", id: message.id, before: null, after: { title, ...target, ...daysOf(message) } });
  return findMessage(actor, message.id);
}

/** The choices of the form for a new message, and the agent that the address names. */
export const sendScreen = query({
  name: "messages.sendScreen",
  does: "send messages",
  allow: atLeast("company"),
  input: z.object({ agentId: Id.optional() }),
  output: z.object({
    /** Null for managers, who have one. */
    offices: z.array(z.object({ value: z.int(), label: z.string() })).nullable(),
    agent: z.string().nullable(),
  }),
  async run({ actor }, { agentId }) {
    const agent = agentId === undefined ? undefined : await findOneVisible(Agent, actor, agentId);
    const offices = hasRole(actor, "admin") ? await listOfficeOptions(actor, { onlyAvailable: true }) : undefined;
    return {
      offices: offices?.map(({ id, officeName }) => ({ value: id, label: officeName })) ?? null,
      agent: agent?.account?.username ?? null,
    };
  },
});
