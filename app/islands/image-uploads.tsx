import { editor as texts } from "~/texts";

export type Upload = {
  id: number;
  name: string;
  state: "sending" | "added" | "failed";
  /** Share of bytes sent, 0 to 1. */
  share: number;
  failure?: string;
  /** A retry with the same file may succeed. */
  retry?: boolean;
};

type Props = {
  uploads: readonly Upload[];
  again: (id: number) => void;
  drop: (id: number) => void;
  describe: (id: number, text: string) => void;
};

/** The progress, error and alt text of each image. */
export function ImageUploads({ uploads, ...acts }: Props) {
  return (
    <ul className="uploads" aria-live="polite">
      {uploads.map((upload) => (
        <li key={upload.id}>
          <Line upload={upload} {...acts} />
        </li>
      ))}
    </ul>
  );
}

function Line({ upload, again, drop, describe }: Omit<Props, "uploads"> & { upload: Upload }) {
  const { id, name, state, share, failure, retry } = upload;
  if (state === "sending") {
    return (
      <label>
        {texts.progress(name)} <progress value={share} />
      </label>
    );
  }
  const close = (
    <button type="button" onClick={() => drop(id)}>
      {state === "added" ? texts.described : texts.drop}
    </button>
  );
  if (state === "added") {
    return (
      <>
        <label>
          {texts.describe(name)} <input onChange={({ target }) => describe(id, target.value)} />
        </label>
        {close}
      </>
    );
  }
  return (
    <>
      <p className="error">
        {texts.failed(name)} {failure}
      </p>
      {retry && (
        <button type="button" onClick={() => again(id)}>
          {texts.again}
        </button>
      )}
      {close}
    </>
  );
}
