import { profile as texts } from "~/texts";
import { Checkboxes } from "../form/choices";
import type { FieldState } from "../form/field";
import { Part } from "../form/part";

/** The mails that a person may switch off. Those about security are always sent. */
export function MailsPart({ field, choices = [] }: { field?: FieldState; choices?: readonly MailChoice[] }) {
  return (
    <Part heading={texts.mails} note={texts.mailsAlways}>
      {field && choices.length > 0 ? (
        <Checkboxes field={field} label={texts.mailsWanted} choices={choices} />
      ) : (
        <p>{texts.mailsNone}</p>
      )}
    </Part>
  );
}

export type MailChoice = { value: string; label: string };

/** For the conflict of two saves: the chosen mails in words. */
export const labelsOf = (choices: readonly MailChoice[]) => (value: unknown) =>
  choices
    .filter((choice) => [value].flat().includes(choice.value))
    .map(({ label }) => label)
    .join(", ");
