import { WithCode } from "./with-code";

const texts = {
  heading: "Refusals",
  intro:
    "A refused call answers JSON with code, message, requestId and often data: messages by field, or the record as it is now. Accept: " +
    "application/problem+json makes it a problem of RFC 9457 with the same keys. Decide by the code; messages are for people and may change.",
} as const;

/** The remedy for each code. */
export const remedies: Readonly<Record<string, string>> = {
  MALFORMED: "Send JSON in UTF-8, and encode each part of the path once.",
  INVALID_TOKEN:
    "Sign in again or make a new client token. A token ends at its own time, when it is revoked, and when the password, the role or the access of its account changes.",
  FORBIDDEN: "Use an account of a role, and a token of a scope, that the call names. A repeat gets the same answer.",
  NOT_FOUND: "Check the ID, and that the account sees the record: one of another office is not found either.",
  METHOD_NOT_ALLOWED: "Use a method in `Allow`. PUT creates a record, POST changes or finds records.",
  CONFLICT: "Read the message. If `data.current` is given, compare it with yours and send the change with its version.",
  PRECONDITION_FAILED: "Read the record again, and send the change with its new version.",
  TOO_LARGE: "Send less at once: fewer ids, a shorter file or a smaller image.",
  UNSUPPORTED_TYPE: "Send the header Content-Type that the call takes, for most calls application/json.",
  VALIDATION_ERROR: "Correct the fields that `data` names. Messages list the allowed values of a choice.",
  TOO_MANY_REQUESTS: "Wait as many seconds as `Retry-After` says. Make fewer calls at the same time.",
  SERVER_ERROR: "Repeat the call once, a change with its `Idempotency-Key`. If it stays, report `requestId`.",
  UNAVAILABLE: "Wait as many seconds as `Retry-After` says, then repeat.",
  CONFIRM: "Give the password, then repeat the call within 15 minutes. Client tokens cannot.",
  VIEWING: "Sign in as yourself to change something.",
  PASSWORD_CHANGE: "Sign in on the screen and choose a password.",
  SECOND_STEP: "Set up a second step, on the screen or by these calls.",
};

type Code = { code: string; status: string; meaning: string };

/** Every code of a refusal. The Link header of each refused call leads to its line. */
export function RefusalsSection({ codes }: { codes: readonly Code[] }) {
  return (
    <section className="card" id="refusals">
      <h2>{texts.heading}</h2>
      <p>{texts.intro}</p>
      <ul className="keys">
        {codes.map(({ code, status, meaning }) => (
          <li key={code} id={code}>
            <b>{status}</b> <code>{code}</code>: <WithCode text={`${meaning} ${remedies[code] ?? ""}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
