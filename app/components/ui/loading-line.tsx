import { form } from "~/texts";

/** Shown by scripts from the submit until the answer is there. */
export function LoadingLine() {
  return (
    <p className="loading" role="status" hidden>
      {form.loading}
    </p>
  );
}
