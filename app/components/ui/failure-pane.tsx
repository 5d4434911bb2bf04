import { form as texts } from "~/texts";
import { usePage } from "../page";
import { Icon } from "./icon";

type FormError = {
  message: string;
  /** Id and label of the field. Messages about the whole form have none. */
  id?: string;
  label?: string;
};

type Messages = Readonly<Record<string, readonly string[] | null | undefined>>;

/** The messages of refused fields, each with its field. Messages about other fields have none. */
export function useFaults(messages: Messages | null = {}): FormError[] {
  const { refused } = usePage();
  return Object.entries(messages ?? {}).flatMap(([name, texts]) =>
    texts?.length ? [{ message: texts.join(" "), ...refused.get(name) }] : [],
  );
}

/** The errors of a list: why its query or an action was rejected. */
export function Refusals({ messages }: { messages?: Messages | null }) {
  return <FailurePane faults={useFaults(messages)} />;
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
          {errors.map(({ message, id, label }) => (
            <li key={`${message}${id}`}>
              {id ? <a href={`#${id}`}>{label ? `${label}: ${message}` : message}</a> : message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
