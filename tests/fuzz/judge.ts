import type { FuzzAnswer, FuzzRequest } from "./request";
import { becameMarkup, LEAKS } from "./texts";

/** Describes the fault of a response in a sentence; undefined if there is none. */

const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ["MALFORMED"],
  401: ["INVALID_TOKEN"],
  403: ["FORBIDDEN"],
  404: ["NOT_FOUND"],
  405: ["METHOD_NOT_ALLOWED"],
  409: ["CONFLICT"],
  413: ["TOO_LARGE"],
  414: ["TOO_LARGE"],
  415: ["UNSUPPORTED_TYPE"],
  422: ["VALIDATION_ERROR"],
  429: ["TOO_MANY_REQUESTS"],
};
/** The only message with a prescribed wording that is not a sentence. */
const NOT_SUPPORTED = "not supported";
const DONE = [200, 201, 302, 304];
const VERDICTS = ["accepted", "duplicate", "held", "refused", "test"];
/** A sentence for people begins with a capital and ends properly. Messages of parsers do not, or match PARSERS. */
const SENTENCE = /^[A-Z"“][^]*[.!?)\w]$/;
const PARSERS = /^(Invalid (input|option|string|key|element|type)|Too (big|small)|Unrecognized key|Expected )/;

export function judge(request: FuzzRequest, answer: FuzzAnswer): string | undefined {
  const { status, text, headers } = answer;
  if (status >= 500) return `It answered ${status}.`;
  const isPostback = request.path.startsWith("/api/postback");
  if (!DONE.includes(status) && !CODES[status] && !(isPostback && status === 202) && status !== 410)
    return `No answer has the status ${status}.`;
  const leak = LEAKS.find((one) => one.test(text));
  // A response may show stored text, but no text of the corpus contains these words.
  if (leak) return `The answer shows what is inside: ${leak.exec(text)?.[0]}`;
  const type = String(headers["content-type"] ?? "");
  if (type.startsWith("text/html") && becameMarkup(text)) return "What was typed became markup.";
  if (status === 302 && !isTracked(request) && !/^\/(?![/\\])/.test(headers.location ?? ""))
    return `It leads elsewhere: ${headers.location}`;
  if (request.method === "HEAD") return undefined;
  if (status >= 400 && request.path.startsWith("/api/") && !isTracked(request)) {
    return type.startsWith("application/json") ? judgeRefusal(status, text, isPostback) : undefined;
  }
  return undefined;
}

const isTracked = ({ path }: FuzzRequest) => /^\/api\/(l|links\/go)\//.test(path);

type Refusal = { code?: string; message?: string; data?: unknown; verdict?: string };

function judgeRefusal(status: number, text: string, isPostback: boolean): string | undefined {
  const refusal = parsed(text);
  if (!refusal) return "The refusal is no JSON.";
  if (isPostback && refusal.verdict !== undefined)
    return VERDICTS.includes(refusal.verdict) ? undefined : `No verdict is ${refusal.verdict}.`;
  if (!CODES[status]?.includes(refusal.code ?? "")) return `${status} came with the code ${refusal.code}.`;
  const messages = [refusal.message, ...(status === 422 ? Object.values(refusal.data ?? {}).flat() : [])];
  if (refusal.message === NOT_SUPPORTED) return undefined;
  const odd = messages.find((one) => typeof one !== "string" || !SENTENCE.test(one) || PARSERS.test(one));
  return odd === undefined && !messages.includes(undefined) ? undefined : `No sentence for people: ${String(odd)}`;
}

function parsed(text: string): Refusal | undefined {
  try {
    return JSON.parse(text) as Refusal;
  } catch {
    return undefined;
  }
}
