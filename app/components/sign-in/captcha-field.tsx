import { signIn } from "~/texts";
import { type FieldState } from "../form/field";
import { TextInput } from "../form/inputs";

type Props = { captcha: { image: string; check: string; question?: string }; field: FieldState };

/** The captcha's image or question, its field, and the hidden value that identifies it. */
export function CaptchaField({ captcha: { image, check, question }, field }: Props) {
  return (
    <>
      {question === undefined && (
        <img className="captcha" src={image} alt={signIn.captchaAlt} width={200} height={60} />
      )}
      <input type="hidden" name="captchaCheck" value={check} />
      <TextInput
        field={field}
        label={question ?? signIn.captcha}
        hint={question === undefined ? signIn.captchaHint : signIn.questionHint}
        value=""
        autoComplete="off"
      />
    </>
  );
}
