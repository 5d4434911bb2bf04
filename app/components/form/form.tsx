import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import type { Constraint } from "@conform-to/dom";
import type { ReactNode } from "react";
import { OpenedWith } from "./opened-with";
import { type Merge, shownAgain, withoutMarkers } from "./shown-again";
import { FailurePane, useFaults } from "../ui/failure-pane";
import { LoadingLine } from "../ui/loading-line";

/** The response of an action that rejected the form. */
export type Refused = { lastResult: SubmissionResult; current?: unknown; merge?: Merge; omitted?: boolean };

type Setting<T extends Record<string, unknown>> = {
  /** Constraints from the operation's schema: `constraintOf(operation)`. */
  constraint?: Record<string, Constraint>;
  refused?: Refused;
  /** The record being edited, or the defaults of a new one. */
  initial?: DefaultValue<T>;
  id?: string;
};

/** Conform state: `form` for <Form>, `fields` for the inputs. Rendered on the server only. */
export function usePostForm<T extends Record<string, unknown>>({
  constraint,
  refused,
  initial,
  id = "form",
}: Setting<T>) {
  return useForm<T>({
    id,
    constraint,
    lastResult: refused && {
      ...refused.lastResult,
      initialValue: withoutMarkers(shownAgain(refused, initial ?? {})) as SubmissionResult["initialValue"],
    },
    defaultValue: initial,
    defaultNoValidate: false,
  });
}

type Props = {
  /** One-time key that prevents double submission. Without it the form may be posted twice. */
  formId?: string;
  form: {
    id: string;
    errors?: readonly string[];
    allErrors: Readonly<Record<string, readonly string[]>>;
    initialValue?: unknown;
  };
  submit?: string;
  /** Path to post to; the current screen by default. */
  action?: string;
  /** Target of Cancel, unless `back` is a filtered view of the same list. */
  cancel?: string;
  /** The list to return to after a successful post. */
  back?: string;
  /** The record's `version` when the form was rendered. */
  version?: number;
  /** Posts multipart/form-data, for file inputs. */
  files?: boolean;
  /** Set if other submit buttons precede the primary one. Enter still triggers the primary button. */
  lists?: boolean;
  /** A card, a long form of `Part`s, or the fields alone, for a page that is a card itself. */
  layout?: keyof typeof LAYOUTS;
  /** Secondary buttons, placed after Cancel. */
  acts?: ReactNode;
  children: ReactNode;
};

const LAYOUTS = { card: "form card", parts: "form parts", bare: "form" } as const;

/** Shown while scripts disable the button, and once a field has been changed. */
const [INCOMPLETE, CHANGED] = ["A field marked * is empty, or a value is not valid.", "Changes are not saved yet."];

/** The id of the error summary, for a field that a message about the whole form concerns. */
export const failureId = ({ id }: { id: string }): string => `${id}-failure`;

/** A POST form: error summary, fields and one primary button. Works without scripts. */
export function Form({ form, formId, submit, layout = "card", children, ...rest }: Props) {
  const { action, cancel, back, version, files, lists, acts } = rest;
  const typed = (form.initialValue as { back?: unknown } | undefined)?.back;
  const list = typeof typed === "string" ? typed : back;
  const errors = useFaults(form.allErrors);
  const { pathname, search } = useLocation();
  return (
    <guarded-form>
      <form
        className={LAYOUTS[layout]}
        method="post"
        action={action ?? pathname + search /* Without the hash, which would take the focus from the summary. */}
        id={form.id}
        encType={files ? "multipart/form-data" : undefined}
        noValidate
      >
        {lists && <button hidden>{submit}</button>}
        <FailurePane faults={errors} id={failureId(form)} />
        {formId && <input type="hidden" name="formId" value={formId} />}
        {version !== undefined && <OpenedWith version={version} />}
        {list && <input type="hidden" name="back" value={list} />}
        {children}
        <div className="acts">
          {submit && <button className="primary">{submit}</button>}
          <LoadingLine />
          {cancel && (
            <a className="cancel" href={list?.startsWith(`${cancel}?`) ? list : cancel}>
              Cancel
            </a>
          )}
          {acts}
          {submit && layout !== "bare" && (
            <p className="why">
              <span>{INCOMPLETE}</span>
              <span>{CHANGED}</span>
            </p>
          )}
        </div>
      </form>
    </guarded-form>
  );
}
