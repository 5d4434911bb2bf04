import { useLocation } from "@remix-run/react";
import { picker as texts } from "~/texts";
import { Field, type FieldState, inputProps } from "../form/field";
import { withQuery } from "../ui/address";
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
 * An agent by ID, username or name, resolved by the server. If a text fits several agents, the server responds with
 * their usernames. The browser suggests only the usernames included in the page.
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
          placeholder={field.required ? texts.placeholder : "All"}
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
      <SimilarAgents field={field} />
    </Field>
  );
}

/** For a search, whose text is in the address: links to the same search with each agent that the server's message names. */
function SimilarAgents({ field: { name, errors = [] } }: { field: FieldState }) {
  const { search } = useLocation();
  const [, names = ""] = /Similar: (.+)\.$/.exec(errors.join(" ")) ?? [];
  if (names === "" || !new URLSearchParams(search).has(name)) return null;
  return (
    <p className="line">
      {names.split(", ").map((username, index) => (
        <span key={username}>
          {index > 0 && " · "}
          <a href={withQuery(search, { [name]: username, page: null })}>{username}</a>
        </span>
      ))}
    </p>
  );
}
