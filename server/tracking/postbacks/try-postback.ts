import { z } from "zod";
import { Agent, Office, Site, Type } from "~models";
import { findOneVisible } from "../../accounts";
import { currentClient } from "../../kernel/database/transactions";
import { eventNames } from "../../trade/events";
import { Id, Text } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { clickedAt } from "../clicks/click-id";
import { eventPrice } from "../sales/next-price";
import { type Assessment, assessPostback } from "./assess";
import type { Owner } from "./look-up-click";
import { describeReason } from "./outcomes";
import { parsePostback, type Postback, ruleOf } from "./parameters";

const Step = z.object({ step: z.enum(["click", "agent", "price", "verdict"]), holds: z.boolean(), reason: z.string() });
type Step = z.output<typeof Step>;

const Trial = z.object({
  verdict: z.enum(["accepted", "duplicate", "held", "refused"]),
  reason: z.string().nullable(),
  /** The event that is already booked; null if there is none. */
  eventId: z.int().nullable(),
  clickTime: z.string().nullable(),
  agentId: z.int().nullable(),
  companyId: z.int().nullable(),
  typeId: z.int().nullable(),
  steps: z.array(Step),
});
type Trial = z.output<typeof Trial>;

const Input = z.object({
  id: Id,
  clickId: Text(64).min(1, "Please enter a click ID."),
  event: z.enum(eventNames).default("sale"),
  status: z.enum(["approved", "reversed"]).default("approved"),
  txid: Text().optional(),
});

/** The verdict that a postback of the site would get now, step by step. Nothing is stored. Throws 422 like a postback. */
export const tryPostback = query({
  name: "sites.tryPostback",
  does: "try postbacks of sites",
  allow: atLeast("superadmin"),
  input: Input,
  output: Trial,
  run: ({ actor }, input) => trial(actor, input),
});

/** The same for the screen, on which no click may have been entered yet. */
export const tryPostbackScreen = query({
  name: "sites.tryPostbackScreen",
  does: "try postbacks of sites",
  allow: atLeast("superadmin"),
  input: Input.extend({ clickId: Text(64).optional() }),
  output: z.object({ tried: Trial.nullable() }),
  run: async ({ actor }, { clickId, ...input }) => ({
    tried: clickId ? await trial(actor, { ...input, clickId }) : null,
  }),
});

async function trial(actor: Actor, { id, clickId, event, status, txid }: z.output<typeof Input>): Promise<Trial> {
  const { avp } = await findOneVisible(Site, actor, id);
  const receivedAt = now();
  const params = { clickid: clickId, event, status, ...(txid ? { txid } : {}) };
  const { postback, refused, field } = parsePostback(new Map(Object.entries(params)), receivedAt);
  if (refused)
    throw invalid({ [field === "clickid" ? "clickId" : field]: [`Please check the value: ${ruleOf(field)}.`] });
  const assessed = await assessPostback(currentClient(), { postback, siteId: id, receivedAt });
  const { verdict, owner } = assessed;
  const reason = "reason" in assessed ? assessed.reason : null;
  const isForeign = reason === "bad_secret";
  return {
    ...{ verdict, reason, eventId: "eventId" in assessed ? assessed.eventId : null },
    clickTime: owner ? isoTime(clickedAt(postback.clickId)) : null,
    ...{ agentId: owner?.agentId ?? null, companyId: owner?.companyId ?? null, typeId: owner?.typeId ?? null },
    steps: [
      ...(owner ? await ownerSteps(owner, postback) : [clickStep(false, isForeign ? FOREIGN : UNKNOWN)]),
      ...(await priceSteps(actor, assessed, avp)),
      { step: "verdict" as const, holds: verdict === "accepted", reason: verdictText(verdict, reason) },
    ],
  };
}

const FOREIGN = "The click belongs to another site.";
const UNKNOWN = "No click has this ID.";
const clickStep = (holds: boolean, reason: string): Step => ({ step: "click", holds, reason });

async function ownerSteps({ agentId, companyId, typeId }: Owner, { event }: Postback): Promise<Step[]> {
  const type = await Type.findByPk(typeId, { attributes: ["typename"] });
  const office = await Office.findByPk(companyId, { attributes: ["officeName"] });
  const agent = await Agent.findByPk(agentId, { include: { association: "account", attributes: ["username"] } });
  const of = `${agent?.account?.username ?? `agent ${agentId}`} of ${office?.officeName ?? `office ${companyId}`}`;
  return [
    clickStep(true, `The click was made on the link ${type?.typename ?? typeId}.`),
    { step: "agent", holds: true, reason: `The ${eventNames[event]} belongs to ${of}.` },
  ];
}

async function priceSteps(actor: Actor, assessed: Assessment, avp: boolean): Promise<Step[]> {
  const booking = "booking" in assessed ? assessed.booking : undefined;
  if (!booking) return [];
  const { typeId, companyId, geo, event, price, sign } = booking;
  const step = (reason: string): Step[] => [{ step: "price", holds: true, reason }];
  if (sign < 0) return step(`It takes back ${price.payout} pesos, as they were booked.`);
  if (avp && eventNames[event] === "sale") return step("The sale is paid by the agent's AVP tier.");
  const office = await Office.findByPk(companyId, { attributes: ["officeName"] });
  const explained = await eventPrice(actor, { typeId, companyId, geo }, office?.officeName, event);
  const why = explained?.steps.find(({ holds }) => holds)?.reason ?? "";
  return step(`It pays ${price.payout} pesos. ${why}`.trim());
}

function verdictText(verdict: Trial["verdict"], reason: string | null): string {
  if (verdict === "accepted") return "It would be accepted.";
  if (verdict === "duplicate") return "It was reported before and would count once.";
  const start = verdict === "held" ? "It would be pending." : "It would be refused.";
  return reason === "bad_secret" ? start : `${start} ${describeReason(reason)}`;
}
