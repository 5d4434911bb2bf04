import { links as texts } from "~/texts";
import type { FieldState } from "../form/field";
import { TextInput } from "../form/inputs";

export const SUBS = ["sub1", "sub2", "sub3", "sub4", "sub5"] as const;

/** Optional parameters of a link, collapsed until one of them is used. */
export function SubFields({ field }: { field: (name: string, constraint?: Partial<FieldState>) => FieldState }) {
  const fields = SUBS.map((name) => field(name, { maxLength: 255 }));
  const used = fields.some(({ defaultValue, errors }) => defaultValue || errors?.length);
  return (
    <details className="wide" open={used}>
      <summary>{texts.subs}</summary>
      <p className="hint">{texts.subsHint}</p>
      <div className="criteria">
        {fields.map((one) => (
          <TextInput key={one.name} field={one} label={one.name} />
        ))}
      </div>
    </details>
  );
}
