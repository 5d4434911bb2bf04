import { dateTime } from "../formats";
import { Dated } from "../ui/line-breaks";
import { Notice } from "../ui/notice";
import { payouts as texts } from "./texts";

type Props = { waiting: { changedAt: string; changedBy: string | null; usedFrom: string } };

/** Says on Home that the payee's details changed, for as long as the new ones are not used. */
export const WaitingNotice = ({ waiting: { changedAt, changedBy, usedFrom } }: Props) => (
  <Notice>
    <p>
      <Dated text={texts.waitingNotice(dateTime(changedAt), changedBy)} />{" "}
      <Dated text={texts.waitingUse(dateTime(usedFrom))} />
    </p>
    <p>
      {texts.waitingWrong} <a href="/app/profile/payout">{texts.open}</a>
    </p>
  </Notice>
);
