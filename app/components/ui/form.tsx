import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import type { Constraint } from "@conform-to/dom";
import type { ReactNode } from "react";
import { FailurePane } from "./failure-pane";
import { LoadingLine } from "./loading-line";

/** What the action answered, when it refused. */
export type Refused = { lastResult: SubmissionResult; current?: unknown };

type Setting<T extends Record<string, unknown>> = {
  /** Of the operation's schema: `constraintOf(operation)`. */
  constraint?: Record<string, Constraint>;
  refused?: Refused;
  /** The record that is edited, or what a new one begins with. */
  initial?: DefaultValue<T>;
  id?: string;
};

/** A form's state after Conform: `form` for <Form>, `fields` for the inputs. Rendered by the server alone. */
export function usePostForm<T extends Record<string, unknown>>({
  constraint,
  refused,
  initial,
  id = "form",
}: Setting<T>) {
  return useForm<T>({
    id,
    constraint: constraint,
    lastResult: refused?.lastResult,
    defaultValue: initial,
    defaultNoValidate: false,
  });
}

type Props = {
  /** The one-use key of the screen; without it the form may be posted twice. */
  formId?: string;
  form: {
    id: string;
    errors?: readonly string[];
    allErrors: Readonly<Record<string, readonly string[]>>;
    initialValue?: unknown;
  };
  submit: string;
  /** Address to post to; the screen's own by default. */
  action?: string;
  /** Where Cancel leads. */
  cancel?: string;
  /** The page that led here: the list that a done form leads back to. */
  back?: string;
  /** What the record's `version` was when the form was made. */
  version?: number;
  /** Sends files too. */
  files?: boolean;
  /** The form has buttons before its main one, such as those of a list: Enter presses the main one all the same. */
  lists?: boolean;
  /** Buttons that stand apart from the main one. */
  acts?: ReactNode;
  children: ReactNode;
};

/** A posted form: summary of what was refused, fields, one primary button. It works without scripts. */
export function Form({ form, formId, submit, action, cancel, back, version, files, lists, acts, children }: Props) {
  const typed = (form.initialValue as { back?: unknown } | undefined)?.back;
  const list = typeof typed === "string" ? typed : back;
  const faults = Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => ({ message, id: name ? `${form.id}-${name}` : undefined })),
  );
  return (
    <guarded-form>
      <form
        className="form"
        method="post"
        action={action}
        id={form.id}
        encType={files ? "multipart/form-data" : undefined}
      >
        {lists && <button hidden>{submit}</button>}
        <FailurePane faults={faults} />
        {formId && <input type="hidden" name="formId" value={formId} />}
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        {list && <input type="hidden" name="back" value={list} />}
        {children}
        <div className="acts">
          <button className="primary">{submit}</button>
          <LoadingLine />
          {cancel && <a href={list?.startsWith(`${cancel}?`) ? list : cancel}>Cancel</a>}
          {acts}
        </div>
      </form>
    </guarded-form>
  );
}
