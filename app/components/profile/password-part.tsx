import type { ComponentProps } from "react";
import { profile as texts } from "~/texts";
import { Part } from "../form/part";
import { OwnPassword } from "./own-password";

/** The part of a longer profile form that changes the password. Left empty, the password stays. */
export const PasswordPart = (props: Omit<ComponentProps<typeof OwnPassword>, "hint">) => (
  <Part heading={texts.newPassword}>
    <OwnPassword hint={texts.newPasswordHint} {...props} />
  </Part>
);
