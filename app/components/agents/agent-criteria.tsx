import { type Choice, Select } from "../form/choices";
import { criteria } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { TextInput } from "../form/inputs";
import { agents as texts } from "~/texts";

type Props = Parameters<typeof criteria>[0] & {
  /** Empty if the account has no offices to choose from. */
  offices: readonly Choice[];
  /** Current sorting and page size. A search returns to page 1. */
  list: { sortField: string; sortAsc: boolean; pageSize: number };
};

export function AgentCriteria({ values, errors, offices, list }: Props) {
  const { sortField, sortAsc, pageSize } = list;
  const field = criteria({ values, errors });
  return (
    <CriteriaForm hiddenValues={{ sortField, sortAsc, pageSize }} acts={<a href="/app/agents">Clear</a>}>
      <TextInput field={field("username")} label="Username" />
      <TextInput field={field("firstName")} label="First name" />
      <TextInput field={field("lastName")} label="Last name" />
      <TextInput field={field("email")} label="E-mail" />
      <TextInput field={field("campaignId")} label="Campaign ID" />
      <Select
        field={field("active")}
        label="Status"
        first={texts.statuses}
        choices={[
          { value: 0, label: "Suspended" },
          { value: 1, label: "Activated" },
        ]}
      />
      <Select
        field={field("approved")}
        label="Approval"
        first={texts.approvals}
        choices={[
          { value: 0, label: texts.waiting },
          { value: 1, label: texts.approved },
        ]}
      />
      <Select
        field={field("migrated")}
        label="Migration"
        first={texts.migrations}
        choices={[
          { value: 1, label: texts.migrated },
          { value: 0, label: texts.notMigrated },
        ]}
      />
      {offices.length > 0 && <Select field={field("companyId")} label="Office" first="All" choices={offices} />}
    </CriteriaForm>
  );
}
