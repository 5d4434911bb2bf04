import type { usePostForm } from "../form/form";
import type { MailChoice } from "./mails-part";

type Setting = Parameters<typeof usePostForm>[0];

/** Common props of the profile forms. */
export type ProfileFormProps<Record> = {
  record: Record;
  refused: (Setting["refused"] & { current?: unknown }) | undefined;
  constraint: Setting["constraint"];
  formId: string;
  suggestion: string;
  optionalMails: readonly MailChoice[];
};
