import { doctor as texts } from "~/texts";
import { Icon } from "../ui/icon";
import { type LinkChain, type LinkPermissions, fixLink } from "./parts";

type Verdict = { pays: boolean | null; about: string | null; reason: string };
type Props = { verdict: Verdict; chain: LinkChain | null; can: LinkPermissions };

/** Whether the link pays, the reason, and a link to the screen where that can be changed. */
export function VerdictPane({ verdict: { pays, about, reason }, chain, can }: Props) {
  const open = about === "event" ? texts.paysNothing : texts.paysMaybe;
  const heading = pays === null ? open : pays ? texts.pays : texts.paysNot;
  const fix = chain && about ? fixLink(about, chain, can) : undefined;
  return (
    <section className={pays ? "notice done" : "notice"} aria-labelledby="verdict">
      <Icon name={pays ? "check" : "alert"} />
      <div>
        <h2 id="verdict">{heading}</h2>
        <p>{reason}</p>
        {fix && (
          <p>
            <a href={fix.to}>{fix.label}</a>
          </p>
        )}
      </div>
    </section>
  );
}
