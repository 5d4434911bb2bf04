import { form as texts } from "~/texts";
import { Icon } from "./icon";

type Fault = { message: string; /** Id of the field. Messages about the whole form have none. */ id?: string };

type Messages = Readonly<Record<string, readonly string[] | null | undefined>>;

/** The errors of a list: why its query or an action was rejected. */
export function Refusals({ messages = {} }: { messages?: Messages | null }) {
  const faults = Object.values(messages ?? {}).flatMap((texts) => (texts ?? []).map((message) => ({ message })));
  return <FailurePane faults={faults} />;
}

/** Error summary above a rejected form; each error links to its field (ERR-04). */
export function FailurePane({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <div className="failure" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        {faults.some(({ id }) => id) && <h2>{texts.summary}</h2>}
        <ul>
          {faults.map(({ message, id }) => (
            <li key={`${message}${id}`}>{id ? <a href={`#${id}`}>{message}</a> : message}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
