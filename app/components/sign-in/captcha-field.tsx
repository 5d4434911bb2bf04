import { signIn } from "~/texts";
import { type FieldState } from "../form/field";
import { TextInput } from "../form/inputs";
import { Icon } from "../ui/icon";
import { CaptchaActs } from "./captcha-acts";

export type Captcha = { image: string; check: string; question?: string; bits: number };
type Props = { captcha: Captcha; field: FieldState };

/**
 * The captcha's image or question, its field, the hidden value that identifies it, and the buttons for another one. With
 * scripts the browser proves work, and a plate takes the place of all of them.
 */
export function CaptchaField({ captcha: { image, check, question, bits }, field }: Props) {
  return (
    <div className="proof" data-bits={bits}>
      <div>
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
        <input type="hidden" name="captchaProof" />
        <CaptchaActs byQuestion={question !== undefined} />
      </div>
      <p role="status">
        <Icon name="check" />
        {signIn.proven}
      </p>
    </div>
  );
}
