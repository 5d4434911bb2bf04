import { links as texts } from "~/texts";
import type { FieldState } from "../form/field";
import { TextInput } from "../form/inputs";
import { MoreFilters } from "../form/more-filters";

export const SUBS = ["sub1", "sub2", "sub3", "sub4", "sub5"] as const;

/** Optional parameters of a link. */
export function SubFields({ field }: { field: (name: string, constraint?: Partial<FieldState>) => FieldState }) {
  const fields = SUBS.map((name) => field(name));
  return (
    <MoreFilters label={texts.subs} fields={fields}>
      <p className="hint">{texts.subsHint}</p>
      {fields.map((one) => (
        <TextInput key={one.name} field={one} label={one.name} />
      ))}
    </MoreFilters>
  );
}
