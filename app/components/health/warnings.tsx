import { health as texts } from "~/components/health/texts";
import { Notice } from "../ui/notice";
import type { Health } from "./health";

const COMMAND = /(npm run \w+(?: -- [-\w]+)?)/;

/** A sentence whose command is set as one, on one line. */
const WithCommand = ({ text }: { text: string }) =>
  text.split(COMMAND).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="nowrap">
        {part}
      </code>
    ),
  );

/** The warnings that need attention, or a note that there are none. */
export function Warnings({ warnings }: Pick<Health, "warnings">) {
  if (warnings.length === 0) return <p>{texts.sound}</p>;
  const sentences = texts.warnings as Readonly<Record<string, string>>;
  return (
    <Notice>
      <h2>{texts.wrong}</h2>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <WithCommand text={sentences[warning] ?? ""} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
