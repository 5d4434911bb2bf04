import { Field, type FieldState, wired } from "../ui/field";
import { Icon } from "../ui/icon";

/** Whom the field proposes; with `more` they are too many for a page, and a searchable list asks for them. */
export type AgentProposals = { agents: readonly { username: string; name?: string }[]; more: boolean };

type Props = {
  field: FieldState;
  proposals: AgentProposals;
  label?: string;
  /** Name of the field with the office, where the choice of one narrows the agents. */
  office?: string;
};

const AGENTS = "/api/companies/agents?agentsQuery=onlyAvailablePlusSuspended";

/**
 * An agent by id or exact username, which the server matches; for another text it answers whose names are like it. The
 * browser proposes the usernames as far as the page has them.
 */
export function AgentPicker({ field, proposals: { agents, more }, label = "Agent", office }: Props) {
  const list = `${field.id}-list`;
  const options = (
    <datalist id={list}>
      {agents.map(({ username, name }) => (
        <option key={username} value={username} label={name} />
      ))}
    </datalist>
  );
  return (
    <Field field={field} label={label}>
      <x-agents src={AGENTS} office={office}>
        <input
          {...wired(field)}
          list={list}
          autoComplete="off"
          placeholder={field.required ? undefined : "All"}
          defaultValue={field.defaultValue}
        />
        {more && (
          <button type="button" data-open aria-label={`Search ${label.toLowerCase()}s`}>
            <Icon name="search" />
          </button>
        )}
        {office ? (
          <dependent-select on={office} src={`${AGENTS}&companyId={value}`} keys="username">
            {options}
          </dependent-select>
        ) : (
          options
        )}
      </x-agents>
    </Field>
  );
}
