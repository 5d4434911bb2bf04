import { doctor as texts } from "~/texts";
import { Icon } from "../ui/icon";
import { type ChainShown, type LinkCan, mendingOf } from "./parts";

type Verdict = { pays: boolean | null; about: string | null; reason: string };
type Props = { verdict: Verdict; chain: ChainShown | null; can: LinkCan };

/** Whether the link pays, the reason, and a link to the screen where that can be changed. */
export function VerdictPane({ verdict: { pays, about, reason }, chain, can }: Props) {
  const heading = pays === null ? texts.paysMaybe : pays ? texts.pays : texts.paysNot;
  const mend = chain && about ? mendingOf(about, chain, can) : undefined;
  return (
    <section className={pays ? "notice fine" : "notice"} aria-labelledby="verdict">
      <Icon name={pays ? "check" : "alert"} />
      <div>
        <h2 id="verdict">{heading}</h2>
        <p>{reason}</p>
        {mend && (
          <p>
            <a href={mend.to}>{mend.label}</a>
          </p>
        )}
      </div>
    </section>
  );
}
