import { form as texts } from "~/texts";
import { Icon } from "./icon";

type FormError = { message: string; /** Id of the field. Messages about the whole form have none. */ id?: string };

type Messages = Readonly<Record<string, readonly string[] | null | undefined>>;

/** The errors of a list: why its query or an action was rejected. */
export function Refusals({ messages = {} }: { messages?: Messages | null }) {
  const errors = Object.values(messages ?? {}).flatMap((texts) => (texts ?? []).map((message) => ({ message })));
  return <FailurePane faults={errors} />;
}

/** Error summary above a rejected form; each error links to its field (ERR-04). */
export function FailurePane({ faults: errors, id }: { faults: readonly FormError[]; id?: string }) {
  if (errors.length === 0) return null;
  return (
    <div className="failure" role="alert" tabIndex={-1} id={id}>
      <Icon name="alert" />
      <div>
        {errors.some(({ id }) => id) && <h2>{texts.summary}</h2>}
        <ul>
          {errors.map(({ message, id }) => (
            <li key={`${message}${id}`}>{id ? <a href={`#${id}`}>{message}</a> : message}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
