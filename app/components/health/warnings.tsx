import { health as texts } from "~/components/health/texts";
import { Notice } from "../ui/notice";
import type { Health } from "./health";

/** The warnings that need attention, or a note that there are none. */
export function Warnings({ warnings }: Pick<Health, "warnings">) {
  if (warnings.length === 0) return <p>{texts.sound}</p>;
  const sentences = texts.warnings as Readonly<Record<string, string>>;
  return (
    <Notice>
      <h2>{texts.wrong}</h2>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{sentences[warning]}</li>
        ))}
      </ul>
    </Notice>
  );
}
