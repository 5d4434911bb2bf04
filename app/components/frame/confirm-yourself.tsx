import { confirmYourself as texts } from "~/texts";
import { Form, type Refused, usePostForm } from "../form/form";
import { ScreenHead } from "./screen-head";
import { TextInput } from "../form/inputs";
import { OwnUsername } from "../form/own-username";
import { SecondStep } from "../passkeys/second-step";

export type ConfirmYourselfProps = {
  username: string;
  /** A second step is needed too. */
  code: boolean;
  /** The ways of the second step. */
  app: boolean;
  passkey: object | null;
  /** The posted values, sealed. */
  carried: string;
  /** The page to leave for without doing it. */
  back: string;
  refused: Refused | undefined;
};

/** Asks for the password of the signed-in person and continues with the values that they posted. */
export function ConfirmYourself({ username, code, app, passkey, carried, back, refused }: ConfirmYourselfProps) {
  const [form, fields] = usePostForm<{ password: string; code: string; passkey: string }>({
    constraint: { password: { required: true }, code: { required: passkey === null } },
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
          <SecondStep
            code={fields.code}
            passkey={fields.passkey}
            ways={{ app, passkey }}
            label={texts.code}
            hint={texts.codeHint}
          />
        )}
      </Form>
    </>
  );
}
