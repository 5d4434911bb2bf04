import { optionsOf } from "../form/options";
import { RequestText, type SentRequest } from "./request-text";
import { requestTexts as texts } from "./request-texts";
import { developerTexts } from "./texts";

type Props = {
  requests: readonly SentRequest[];
  shown: { answer: string; find: string };
  answers: readonly { verdict: string; reason: string | null }[];
};

/** The last requests of a site, of one answer or of one sale if that is chosen. */
export function LastRequests({ requests, shown, answers }: Props) {
  const choices = answers.map(({ verdict, reason }) => {
    const value = reason === null ? verdict : `${verdict} ${reason}`;
    return { value, label: value };
  });
  const isChosen = shown.answer !== "" || shown.find !== "";
  return (
    <section className="card" aria-labelledby="requests">
      <h2 id="requests">{developerTexts.sections.requests}</h2>
      <form className="criteria" role="search" action="#requests">
        <div className="field">
          <label htmlFor="answer">{texts.answer}</label>
          <select
            id="answer"
            name="answer"
            dangerouslySetInnerHTML={{ __html: optionsOf(choices, shown.answer, texts.all) }}
          />
        </div>
        <div className="field">
          <label htmlFor="find">{texts.find}</label>
          <input id="find" name="find" defaultValue={shown.find} />
        </div>
        <div className="acts">
          <button>{texts.show}</button>
          {isChosen && (
            <a className="cancel" href="?#requests">
              {texts.showAll}
            </a>
          )}
        </div>
      </form>
      <p>{requests.length > 0 ? `${texts.intro(requests.length)}.` : isChosen ? texts.noneChosen : texts.none}</p>
      <ol className="stack steps">
        {requests.map((request) => (
          <li key={request.receipt}>
            <RequestText request={request} />
          </li>
        ))}
      </ol>
    </section>
  );
}
