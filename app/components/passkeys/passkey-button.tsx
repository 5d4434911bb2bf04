import type { FieldState } from "../form/field";
import { passkeys as texts } from "./texts";

/** The part of an input that has the answer of a passkey. */
export type PasskeyField = Pick<FieldState, "id" | "errorId" | "errors">;

type Props = {
  field: PasskeyField;
  /** The request for one of the account's passkeys: asks for it and posts the form with its answer. */
  request?: object;
  /** The intent that adds a passkey. It works with scripts only; without them, the answer to its post says so. */
  adds?: string;
};

/** Asks the browser for a passkey, or for a new one, and posts the form around it with the answer. */
export function PasskeyButton({ field, request, adds }: Props) {
  return (
    <x-passkey class="stack" data-request={request && JSON.stringify(request)}>
      {adds ? (
        <button className="primary" id={field.id} name="intent" value={adds} data-open>
          {texts.add}
        </button>
      ) : (
        <button type="button" id={field.id} data-open>
          {texts.use}
        </button>
      )}
      <p className="note">{texts.needsScripts}</p>
      <p className="error" id={field.errorId} role="alert">
        {field.errors?.join(" ")}
      </p>
    </x-passkey>
  );
}
