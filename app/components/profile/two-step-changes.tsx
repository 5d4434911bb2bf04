import type { ComponentProps } from "react";
import { twoStep as texts } from "~/texts";
import { TwoStepConfirmed } from "./two-step-confirmed";

type FormProps = ComponentProps<typeof TwoStepConfirmed>;
type Props = Pick<FormProps, "ways"> & {
  /** An authenticator app is set up. */
  app: boolean;
  /** It cannot be switched off. */
  required: boolean;
  propsOf: (intent: "renewCodes" | "replace" | "switchOff") => Pick<FormProps, "refused" | "constraint" | "formId">;
};

/** Changes of two-step sign-in once it is on: new recovery codes, another app, off. */
export const TwoStepChanges = ({ app, required, ways, propsOf }: Props) => (
  <>
    <TwoStepConfirmed
      {...{ id: "renew", heading: texts.renewCodesHeading, intent: "renewCodes", submit: texts.renewCodes, ways }}
      {...propsOf("renewCodes")}
    >
      <p>{texts.renewCodesText}</p>
    </TwoStepConfirmed>
    {app && (
      <TwoStepConfirmed
        {...{ id: "replace", heading: texts.replaceHeading, intent: "replace", submit: texts.replace, ways }}
        {...propsOf("replace")}
      >
        <p>{texts.replaceText}</p>
      </TwoStepConfirmed>
    )}
    {required ? (
      <p>{texts.required}</p>
    ) : (
      <TwoStepConfirmed
        {...{ id: "off", heading: texts.switchOffHeading, intent: "switchOff", submit: texts.switchOff, ways }}
        {...propsOf("switchOff")}
      />
    )}
  </>
);
