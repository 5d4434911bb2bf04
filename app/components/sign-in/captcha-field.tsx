import { signIn } from "~/texts";
import { type FieldState } from "../form/field";
import { TextInput } from "../form/inputs";

type Props = { captcha: { image: string; check: string }; field: FieldState };

/** The captcha image, its field, and the hidden value that identifies it. */
export function CaptchaField({ captcha, field }: Props) {
  return (
    <>
      <img className="captcha" src={captcha.image} alt={signIn.captcha} width={200} height={60} />
      <input type="hidden" name="captchaCheck" value={captcha.check} />
      <TextInput field={field} label={signIn.captcha} hint={signIn.captchaHint} value="" autoComplete="off" />
    </>
  );
}
