import { Field, type FieldState, wired } from "../ui/field";
import { Icon } from "../ui/icon";

export type AgentChoice = { username: string; name?: string };

type Props = {
  field: FieldState;
  agents: readonly AgentChoice[];
  label?: string;
  /** Name of the field with the office, where the choice of one narrows the agents. */
  office?: string;
};

/** Beyond this many a native list is a poor one: names stay away, and a searchable list opens from a button. */
const LONG = 200;
const MOST = 1000;

/** An agent by id or exact username, which the server matches; the browser proposes the usernames. */
export function AgentPicker({ field, agents, label = "Agent", office }: Props) {
  const long = agents.length > LONG;
  const list = `${field.id}-list`;
  const proposals = (
    <datalist id={list}>
      {agents.slice(0, MOST).map(({ username, name }) => (
        <option key={username} value={username} label={long ? undefined : name} />
      ))}
    </datalist>
  );
  return (
    <Field field={field} label={label}>
      <x-agents>
        <input
          {...wired(field)}
          list={list}
          autoComplete="off"
          placeholder={field.required ? undefined : "All"}
          defaultValue={field.defaultValue}
        />
        {long && (
          <button type="button" data-open aria-label={`Search ${label.toLowerCase()}s`}>
            <Icon name="search" />
          </button>
        )}
        {office ? (
          <dependent-select
            on={office}
            src="/api/companies/agents?companyId={value}&agentsQuery=onlyAvailablePlusSuspended"
            keys="username"
          >
            {proposals}
          </dependent-select>
        ) : (
          proposals
        )}
      </x-agents>
    </Field>
  );
}
