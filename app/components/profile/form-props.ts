import type { usePostForm } from "../ui/form";

type Setting = Parameters<typeof usePostForm>[0];

/** What each form of a profile gets from its screen. */
export type ProfileFormProps<Record> = {
  record: Record;
  refused: (Setting["refused"] & { current?: unknown }) | undefined;
  constraint: Setting["constraint"];
  formId: string;
};
