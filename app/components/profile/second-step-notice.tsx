import { twoStep as texts } from "~/texts";
import { dateOnly } from "../formats";
import { Notice } from "../ui/notice";

type Props = { until: string | null };

/** Says until when two-step sign-in has to be set up, for as long as it is not. */
export const SecondStepNotice = ({ until }: Props) =>
  until !== null && (
    <Notice>
      <p>
        {texts.setUpBy(dateOnly(until))} {texts.afterwards} <a href="/app/profile/two-step">{texts.setUpNow}</a>
      </p>
    </Notice>
  );
