import { useLocation } from "@remix-run/react";
import { picker as texts } from "~/texts";
import { useApplied } from "../form/applied";
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
export function AgentPicker({ field: given, proposals: { agents, more }, label = "Agent", office }: Props) {
  const { field, similar } = useSimilar(given);
  useApplied(field, label);
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
      <SimilarAgents name={field.name} usernames={similar} />
    </Field>
  );
}

/**
 * For a search, whose text is in the address: takes the usernames that the server's message proposes out of it, to show
 * them as links.
 */
function useSimilar(field: FieldState): { field: FieldState; similar: readonly string[] } {
  const { search } = useLocation();
  const [message = "", names = ""] = / Similar: (.+)\.$/.exec(field.errors?.join(" ") ?? "") ?? [];
  if (message === "" || !new URLSearchParams(search).has(field.name)) return { field, similar: [] };
  const errors = field.errors?.map((error) => error.replace(message, ""));
  return { field: { ...field, errors }, similar: names.split(", ") };
}

/** Links to the same search with each of the agents. */
function SimilarAgents({ name, usernames }: { name: string; usernames: readonly string[] }) {
  const { search } = useLocation();
  if (usernames.length === 0) return null;
  return (
    <p className="line">
      {texts.similar}{" "}
      {usernames.map((username, index) => (
        <span key={username}>
          {index > 0 && " · "}
          <a href={withQuery(search, { [name]: username, page: null })}>{username}</a>
        </span>
      ))}
    </p>
  );
}
