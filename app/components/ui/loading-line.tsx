export const LOADING = "Loading…";

/** Hidden until scripts show it during a submit. */
export function LoadingLine() {
  return (
    <p className="loading" role="status" hidden>
      {LOADING}
    </p>
  );
}
