import { Field, type FieldState, inputProps } from "../form/field";
import { Icon } from "../ui/icon";

/** Suggested agents. `more` means that there are too many for one page, so a search dialog loads them. */
export type AgentProposals = { agents: readonly { username: string; name?: string }[]; more: boolean };

type Props = {
  field: FieldState;
  proposals: AgentProposals;
  label?: string;
  /** Name of the office field that narrows the agents. */
  office?: string;
};

const AGENTS = "/api/companies/agents?agentsQuery=onlyAvailablePlusSuspended";

/**
 * An agent by ID or exact username, resolved by the server. For other text the server responds with similar names. The
 * browser suggests only the usernames included in the page.
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
          {...inputProps(field)}
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
