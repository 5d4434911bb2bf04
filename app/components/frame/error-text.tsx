import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { confirmYourself, errors } from "~/texts";
import type { Frame } from "./frame";
import { ConfirmYourself, type ConfirmYourselfProps } from "./confirm-yourself";
import { usePage } from "../page";
import { Icon } from "../ui/icon";

export type ShownError = {
  status: number;
  message?: string;
  incident?: string;
  kept?: Record<string, unknown>;
  confirm?: ConfirmYourselfProps;
  /** The answer to a posted form, which says why it was refused. A page that may not be opened does not. */
  posted?: boolean;
  /** For the shell, if its own loader did not run. */
  frame?: Frame;
};

type ErrorData = (Pick<ShownError, "kept" | "confirm" | "posted" | "frame"> & { message?: unknown }) | null;

/** The error that the nearest boundary caught, reduced to the parts a person may see. */
export function useShownError(): ShownError {
  const error = useRouteError();
  const { requestId } = usePage();
  if (!isRouteErrorResponse(error)) return { status: 500, incident: requestId };
  const body = (typeof error.data === "object" ? error.data : null) as ErrorData;
  return {
    status: error.status,
    message: typeof body?.message === "string" ? body.message : undefined,
    incident: error.status >= 500 && error.status !== 503 ? requestId : undefined,
    kept: body?.kept,
    confirm: body?.confirm,
    posted: body?.posted,
    frame: body?.frame,
  };
}

type Known = keyof typeof errors;
const textsFor = (status: number) => errors[status in errors ? (status as Known) : status < 500 ? 404 : 500];

export const errorHeading = (error: unknown): string =>
  isRouteErrorResponse(error) && (error.data as ErrorData)?.confirm
    ? confirmYourself.heading
    : textsFor(isRouteErrorResponse(error) ? error.status : 500).heading;

/**
 * Heading, sentence and a link back. An unexpected error shows its incident ID, and a posted form can be sent again.
 */
export function ErrorText({ status, message, incident, kept, confirm, posted }: ShownError) {
  const { heading, text } = textsFor(status);
  const { pathname, search } = useLocation();
  if (confirm) return <ConfirmYourself {...confirm} />;
  return (
    <section className="card ask">
      <Icon name="alert" />
      <h1>{heading}</h1>
      <p>{status === 503 || (status === 403 && !posted) || !message ? text : message}</p>
      {incident && (
        <p className="note">
          Incident <code>{incident}</code>
        </p>
      )}
      <div className="acts">
        {kept && <KeptForm values={kept} />}
        {(status === 503 || status === 429) && !kept && (
          <a className="button primary" href={pathname + search}>
            Try again
          </a>
        )}
        <a className="button" href="/app/home">
          Home
        </a>
      </div>
    </section>
  );
}

/** The values of a form whose response failed, ready to be sent to the same address again. */
function KeptForm({ values }: { values: Record<string, unknown> }) {
  return (
    <form method="post">
      {fields(values).map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button className="primary">Send again</button>
    </form>
  );
}

/** Flattens nested values into field names: a.b, a[0].b. A list of strings repeats its name. */
function fields(value: unknown, name = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => fields(item, typeof item === "object" ? `${name}[${index}]` : name));
  }
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([key, inner]) => fields(inner, name ? `${name}.${key}` : key));
  }
  return [[name, String(value)]];
}
