import { fees as texts } from "~/components/fees/texts";
import { DependentSelect } from "../pickers/dependent-select";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { criteria } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";

type Props = {
  sites: readonly Choice[];
  types: readonly Choice[];
  typeId: number | null;
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};

/** A site and one of its links. The form can be sent without a link; the response then lists the links of the site. */
export function FeeCriteria({ sites, types, typeId, values, errors }: Props) {
  const field = criteria({ values: { ...values, typeId }, errors });
  const chosen = [
    [sites, values.siteId],
    [types, typeId],
  ] as const;
  const names = chosen.flatMap(
    ([choices, id]) => choices.find(({ value }) => String(value) === String(id))?.label ?? [],
  );
  return (
    <CriteriaForm submit={texts.show} named summary={names.length > 1 ? names.join(" · ") : undefined}>
      <Select field={field("siteId", { required: true })} label="Site" first={texts.firstSite} choices={sites} />
      <DependentSelect
        field={field("typeId")}
        label="Type"
        first={texts.firstType}
        choices={types}
        on="siteId"
        src="/api/types/{value}/by-site"
        keys="id,typename"
        needs
      />
    </CriteriaForm>
  );
}
