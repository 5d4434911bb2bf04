import type { PredictedPostback } from "./predict-postbacks";
import type { ClickOutcome, PostbackAnswer, Verdict } from "./outcome";

/**
 * Answers that contradict the rules, as sentences: a click on a link that counts was not redirected, or a postback got
 * another verdict. They make a replay fail even if the report is equal.
 */
export function unexpectedAnswers(clicks: readonly ClickOutcome[], predicted: readonly PredictedPostback[]): string[] {
  return [...clicks.flatMap(checkClick), ...predicted.flatMap(checkPostback)];
}

function checkClick({ click, status, id, expected }: ClickOutcome): string[] {
  const { line, method } = click;
  const result = status === 0 ? "not answered" : `answered ${status}`;
  if (expected !== "not a GET") {
    if (status !== 302) return [`line ${line}: ${method} was ${result}, not 302`];
    return id === null ? [`line ${line}: the redirect carries no click id`] : [];
  }
  const isExpected = method === "HEAD" ? status === 302 : status >= 400 && status < 500;
  return isExpected ? [] : [`line ${line}: ${method} was ${result}`];
}

const STATUS: Record<string, (reason: string | null) => number> = {
  accepted: () => 200,
  duplicate: () => 200,
  held: () => 202,
  refused: (reason) => (reason === "bad_secret" ? 401 : reason === "bonus_not_enabled" ? 409 : 400),
};

function checkPostback({ outcome, verdicts, spooled }: PredictedPostback): string[] {
  const { postback, answers } = outcome;
  const what = `line ${postback.line}: ${postback.event}${postback.reversed ? " reversal" : ""}`;
  const expected = verdicts.map(verdictText).toSorted().join(", ");
  const got = answers.map(verdictText).toSorted().join(", ");
  const explained =
    spooled && answers.length === verdicts.length && answers.every((answer) => isExplainedBySpool(answer, verdicts));
  if (expected !== got && !explained) return [`${what} was answered ${got || "nothing"}, not ${expected}`];
  const wrong = answers.find(({ verdict, reason, status }) => STATUS[verdict]?.(reason) !== status);
  if (wrong) return [`${what} was answered ${verdictText(wrong)} with status ${wrong.status}`];
  return haveSameId(answers) ? [] : [`${what} was booked under more than one id`];
}

/** While an event is in the spool, its repetitions count as the first and its reversal has no original. */
const isExplainedBySpool = (answer: PostbackAnswer, verdicts: readonly Verdict[]): boolean =>
  verdictText(answer) === "held spooled" ||
  verdicts.some((verdict) => verdictText(verdict) === verdictText(answer)) ||
  (verdicts.every(({ verdict }) => verdict !== "refused") &&
    ["accepted", "duplicate", "held no_original"].includes(verdictText(answer)));

const verdictText = ({ verdict, reason }: Verdict) => (reason === null ? verdict : `${verdict} ${reason}`);

/** Copies sent at once are one event: all positive answers must have the same id. */
function haveSameId(answers: readonly PostbackAnswer[]): boolean {
  const booked = answers.filter(({ verdict }) => verdict === "accepted" || verdict === "duplicate");
  return new Set(booked.map(({ id }) => id)).size <= 1 && booked.every(({ id }) => id !== null);
}
