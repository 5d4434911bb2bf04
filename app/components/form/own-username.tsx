import { newPassword as texts } from "./texts";

/** The account whose password the form sets. Password managers store the new password under this name. */
export function OwnUsername({ username }: { username: string }) {
  return (
    <div className="field">
      <label htmlFor="own-username">{texts.username}</label>
      <input id="own-username" readOnly value={username} autoComplete="username" />
      <p className="error" />
    </div>
  );
}
