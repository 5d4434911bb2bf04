import type { ReactNode } from "react";
import { LoadingLine } from "../ui/loading-line";
import { whatIf as texts } from "./texts";

/** Prices to try. A GET form, so that the address holds them all. */
export const TrialForm = ({ children }: { children: ReactNode }) => (
  <guarded-form>
    <form className="card" role="search" noValidate>
      {children}
      <div className="acts">
        <button className="primary">{texts.show}</button>
        <LoadingLine />
      </div>
    </form>
  </guarded-form>
);

/** The prices of one kind, as many beside each other as fit. */
export const TrialPart = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <fieldset>
    <legend className="caption">{heading}</legend>
    <div className="trial">{children}</div>
  </fieldset>
);
