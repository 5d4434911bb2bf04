import { tokens as texts } from "~/texts";
import type { identity, Output } from "~/gate.server";
import { State } from "../ui/state";

type Token = Output<typeof identity.remoteTokens.list>[number];

/** Whether the token is of the organization, and whether it ends soon. */
export const TokenState = ({ service, endsSoon }: Pick<Token, "service" | "endsSoon">) => (
  <>
    {service && (
      <>
        <State tone="accent">{texts.ofOrganization}</State>{" "}
      </>
    )}
    <State tone={endsSoon ? "warn" : "good"}>{endsSoon ? texts.endsSoon : texts.live}</State>
  </>
);

/** Whether the token changes anything, and its areas if it is limited to some. */
export const accessOf = (scope: Token["scope"], areas: readonly string[] | undefined): string =>
  areas ? `${texts[scope]}: ${areas.join(", ")}` : texts[scope];
