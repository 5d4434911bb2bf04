import { WithCode } from "./with-code";

const texts = {
  heading: "Refusals",
  intro:
    "A refused call answers JSON with code, message, requestId and often data: messages by field, or the record as it is now. Accept: " +
    "application/problem+json makes it a problem of RFC 9457 with the same keys. Decide by the code; messages are for people and may change.",
} as const;

type Code = { code: string; status: string; meaning: string };

/** Every code of a refusal. The Link header of each refused call leads to its line. */
export function RefusalsSection({ codes }: { codes: readonly Code[] }) {
  return (
    <section className="card" id="refusals">
      <h2>{texts.heading}</h2>
      <p>{texts.intro}</p>
      <ul>
        {codes.map(({ code, status, meaning }) => (
          <li key={code} id={code}>
            {status} <code>{code}</code>: <WithCode text={meaning} />
          </li>
        ))}
      </ul>
    </section>
  );
}
