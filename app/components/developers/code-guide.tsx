import { CodePlate } from "../docs/code-plate";
import { WithCode } from "../docs/with-code";
import { byImage, byScript } from "../sites/postback-commands";
import { KIT, type KitName, kitNameOf, kitText } from "./kit/kit";
import { developerTexts } from "./texts";

type Props = {
  scriptUrl: string;
  /** The parameters in which the site's links pass the click ID. */
  clickNames: readonly string[];
  postbackUrl: string;
  pixel: { key: string | null; url: string; scriptUrl: string };
  /** The language that was asked for; empty if none. */
  code: string;
};

const texts = {
  keep: "Keep the click ID",
  script:
    'Put this into the head of every page. It keeps the click ID for 30 days in the cookie `click_id` and in `localStorage`, returns it from `keptClick()`, and fills inputs named `clickid`. For several subdomains add `data-domain=".example.com"`.',
  server:
    "A server reads the cookie `click_id` when the order is placed, and keeps it with the order. Visitors who block scripts keep it if your server sets the cookie itself.",
  report: "Report sales",
  outbox:
    "The code stores each sale in a folder before it sends it, and repeats it as this page asks. Set `POSTBACK_SECRET` in the environment of your server. `POSTBACK_OUTBOX` names the folder, which must not be public.",
  languages: "Languages",
  pixel: "Without a server",
  pixelOn:
    "A thank-you page reports the sale itself. Everybody can read the key in the page, so such a sale is pending until the network confirms it: use your server if you have one. Put the script below the one that keeps the click ID, or the image into a page that knows the click ID. The answer is always an image; `X-Postback-Verdict` in its headers says what became of the sale.",
  pixelOff:
    "A page can report sales itself with a pixel. It is switched off for this site. Ask your contact to switch it on.",
} as const;

/** The name of the pixel in an address, beside those of the languages. */
const PIXEL = "pixel";

const WAYS = [
  ...(Object.keys(KIT) as KitName[]).map((name) => [name, KIT[name].label] as const),
  [PIXEL, texts.pixel] as const,
];

/** Links to each language: buttons until one is chosen, because tabs without a current one look as if it had failed. */
function Ways({ shown }: { shown: string | undefined }) {
  const link = (way: string) => ({
    href: `?code=${way}#code`,
    "aria-current": way === shown ? ("true" as const) : undefined,
  });
  if (shown === undefined) {
    return (
      <p className="acts">
        {WAYS.map(([way, label]) => (
          <a key={way} {...link(way)} className="button">
            {label}
          </a>
        ))}
      </p>
    );
  }
  return (
    <nav className="tabs" aria-label={texts.languages}>
      <ul>
        {WAYS.map(([way, label]) => (
          <li key={way}>
            <a {...link(way)}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The script that keeps the click ID, and code that reports sales, each language a link away: together they are long. */
export function CodeGuide({ scriptUrl, clickNames, postbackUrl, pixel, code }: Props) {
  const isPixel = code === PIXEL;
  const shown = code === "" || isPixel ? undefined : kitNameOf(code);
  const tag = `<script src="${scriptUrl}" data-names="${clickNames.join(" ")}" async></script>`;
  return (
    <section className="card" aria-labelledby="code">
      <h2 id="code">{developerTexts.sections.code}</h2>
      <h3>{texts.keep}</h3>
      <p>
        <WithCode text={texts.script} />
      </p>
      <CodePlate copy>{tag}</CodePlate>
      <h3>{texts.report}</h3>
      <Ways shown={isPixel ? PIXEL : shown} />
      {shown && (
        <>
          <p>
            <WithCode text={texts.server} />
          </p>
          <p>
            <WithCode text={texts.outbox} />
          </p>
          <p>
            <code>{KIT[shown].file}</code>
          </p>
          <CodePlate copy>{kitText(shown, postbackUrl)}</CodePlate>
        </>
      )}
      {isPixel && (
        <p>
          <WithCode text={pixel.key === null ? texts.pixelOff : texts.pixelOn} />
        </p>
      )}
      {isPixel && pixel.key !== null && (
        <>
          <CodePlate copy>{byScript(pixel.scriptUrl, pixel.key)}</CodePlate>
          <CodePlate copy>{byImage(pixel.url, pixel.key)}</CodePlate>
        </>
      )}
    </section>
  );
}
