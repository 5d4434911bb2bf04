import { confirmYourself as texts } from "~/texts";
import { Form, type Refused, usePostForm } from "../form/form";
import { ScreenHead } from "./screen-head";
import { TextInput } from "../form/inputs";
import { OwnUsername } from "../form/own-username";

export type ConfirmYourselfProps = {
  username: string;
  /** A code of two-step sign-in is needed too. */
  code: boolean;
  /** The posted values, sealed. */
  carried: string;
  /** The page to leave for without doing it. */
  back: string;
  refused: Refused | undefined;
};

/** Asks for the password of the signed-in person and continues with the values that they posted. */
export function ConfirmYourself({ username, code, carried, back, refused }: ConfirmYourselfProps) {
  const [form, fields] = usePostForm<{ password: string; code: string }>({
    constraint: { password: { required: true }, code: { required: true } },
    refused,
    id: "confirm-yourself",
  });
  return (
    <>
      <ScreenHead title={texts.heading} />
      <p>{texts.why}</p>
      <Form form={form} submit={texts.submit} cancel={back}>
        <input type="hidden" name="carried" value={carried} />
        <OwnUsername username={username} />
        <TextInput field={fields.password} label="Password" type="password" autoComplete="current-password" focused />
        {code && (
          <TextInput
            field={fields.code}
            label={texts.code}
            hint={texts.codeHint}
            value=""
            autoComplete="one-time-code"
          />
        )}
      </Form>
    </>
  );
}
