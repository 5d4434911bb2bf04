import { useLocation } from "@remix-run/react";
import { signIn } from "~/texts";

/** The query parameter of the sign-in page that asks for a question in place of the picture. */
const KIND = "captcha";
const QUESTION = "question";

/** Another captcha of the same kind, and one of the other kind. Both keep the typed username. */
export function CaptchaActs({ byQuestion }: { byQuestion: boolean }) {
  const { search } = useLocation();
  const other = new URLSearchParams(search);
  if (byQuestion) other.delete(KIND);
  else other.set(KIND, QUESTION);
  return (
    <div className="acts">
      <button name="intent" value="reload" formNoValidate>
        {byQuestion ? signIn.reloadQuestion : signIn.reload}
      </button>
      <button name="intent" value="reload" formNoValidate formAction={`/login?${other}`}>
        {byQuestion ? signIn.usePicture : signIn.useQuestion}
      </button>
    </div>
  );
}
