import { randomBytes } from "node:crypto";
import type { Link, Links } from "./choose-links";
import { classify } from "./classify";
import { type Answer, type Connection, MAX_CONCURRENT_CLICKS } from "./connection";
import { inOrder } from "./in-order";
import { type ClickOutcome, type Outcomes, type PostbackAnswer, type PostbackOutcome, timeOf } from "./outcome";
import { secretOf } from "./plan-purchases";
import { type Click, type Entry, type Postback, visitorOf } from "./recording";
import { pick } from "./share";

type SendContext = { connection: Connection; links: Links; clicks: Map<string, ClickOutcome>; mark: string };

/**
 * Sends the entries in their order, several at once. Clicks of one visitor on one link are sent one after the other,
 * postbacks after their click and after those that they could repeat or reverse. `onOutcome` is called with each click's
 * outcome. Postbacks of a click without an id cannot be sent.
 */
export async function send(
  entries: readonly Entry[],
  connection: Connection,
  links: Links,
  onOutcome: (outcome: ClickOutcome) => void,
): Promise<Outcomes> {
  const context = { connection, links, clicks: new Map(), mark: randomBytes(4).toString("hex") };
  const outcomes: Outcomes = { clicks: [], postbacks: [], unsent: [] };
  const results = await inOrder(entries, MAX_CONCURRENT_CLICKS, orderKeys(links), async (entry) => {
    if (entry.kind === "postback") return sendPostback(context, entry);
    const link = links.of(entry);
    if (!link) throw new Error(`The link of line ${entry.line} does not count.`);
    const outcome = await sendClick(context, entry, link);
    context.clicks.set(entry.name, outcome);
    onOutcome(outcome);
    return outcome;
  });
  for (const result of results) {
    if (!("answers" in result)) {
      if ("link" in result) outcomes.clicks.push(result);
      else outcomes.unsent.push(result);
    } else outcomes.postbacks.push(result);
  }
  return outcomes;
}

const orderKeys = (links: Links) => (entry: Entry) => {
  if (entry.kind === "postback") {
    return [`click ${entry.click}`, ...(entry.txid === null ? [] : [`txid ${entry.txid}`])];
  }
  const { agentId, typeId } = links.of(entry) ?? {};
  return [`click ${entry.name}`, `visitor ${agentId} ${typeId} ${visitorOf(entry)}`];
};

const CLICK_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;

async function sendClick({ connection }: SendContext, click: Click, link: Link): Promise<ClickOutcome> {
  const { method, address, userAgent, referer } = click;
  const answer = await withoutRejection(
    connection.send({
      method,
      path: link.path,
      headers: {
        "x-forwarded-for": address,
        ...(userAgent === null ? {} : { "user-agent": userAgent }),
        ...(referer === null ? {} : { referer }),
      },
    }),
  );
  const redirected = answer.status === 302 ? CLICK_ID.exec(answer.headers.location ?? "") : null;
  return { click, link, expected: classify(click), status: answer.status, id: redirected?.[0] ?? null };
}

async function sendPostback(context: SendContext, postback: Postback): Promise<PostbackOutcome | Postback> {
  const click = context.clicks.get(postback.click);
  if (!click?.id) return postback;
  const txid = postback.txid === null ? null : `${postback.txid}-${context.mark}`;
  // One millisecond after the click, sent explicitly, so that the day on which the event counts is known exactly.
  const at = new Date(timeOf(click.id).getTime() + 1);
  const parameters = {
    clickid: click.id,
    event: postback.event,
    ...(txid === null ? {} : { txid }),
    ...(postback.reversed ? { status: "reversed" } : {}),
    ...postback.extra,
    ts: at.toISOString(),
    secret: postback.secret ?? secretOf(click.link.siteId),
  };
  const requestOptions = pick(
    REQUEST_FORMATS,
    `shape\n${postback.event}\n${postback.reversed}\n${postback.click}`,
  )(parameters);
  const requests = Array.from({ length: postback.times }, () =>
    withoutRejection(context.connection.send(requestOptions)),
  );
  return { postback, click, txid, at, answers: (await Promise.all(requests)).map(parseVerdict) };
}

const PATH = "/api/postback";

/** The three ways in which a site may call. */
const REQUEST_FORMATS = [
  (parameters: Record<string, string>) => ({ method: "GET", path: `${PATH}?${new URLSearchParams(parameters)}` }),
  (parameters: Record<string, string>) => ({
    method: "POST",
    path: PATH,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(parameters).toString(),
  }),
  (parameters: Record<string, string>) => ({
    method: "POST",
    path: PATH,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
  }),
];

/** A request without an answer is an outcome too, and the rest of the recording continues. */
const withoutRejection = (answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => ({ status: 0, headers: {}, text: String(error) }));

function parseVerdict({ status, text }: Answer): PostbackAnswer {
  try {
    const { verdict, reason, id } = JSON.parse(text) as Record<string, unknown>;
    return {
      status,
      verdict: typeof verdict === "string" ? verdict : "none",
      reason: typeof reason === "string" ? reason : null,
      id: id === null || id === undefined ? null : String(id),
    };
  } catch {
    return { status, verdict: "none", reason: null, id: null };
  }
}
