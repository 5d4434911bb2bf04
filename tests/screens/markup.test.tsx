import { createContext, forwardRef, memo, type ReactNode, useContext } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { markup } from "../../app/components/table/markup";
import { Icon } from "../../app/components/ui/icon";

const Context = createContext("outside");
const Reads = ({ label }: { label: string }) => (
  <b title={label}>
    {useContext(Context)} {label}
  </b>
);
const Plain = ({ children }: { children?: ReactNode }) => <p className="note">{children}</p>;
const Remembered = memo(Plain);
const Forwarded = forwardRef<HTMLParagraphElement, { children: ReactNode }>(({ children }, ref) => (
  <p ref={ref}>{children}</p>
));
Forwarded.displayName = "Forwarded";

/** Short enough for no place to break at, which React would not write. */
const HOSTILE = `<script>"'&`;

/** Whatever cells contain, by what could differ. */
const contents: Record<string, ReactNode> = {
  "texts, numbers and nothing": [HOSTILE, 0, -1.5, null, undefined, true, false, "", ["a", ["b", 1]]],
  fragments: (
    <>
      a<>b{HOSTILE}</>
      {false}
      {0}
    </>
  ),
  "attributes with hostile text": (
    <a href={`/x?a=1&b=${HOSTILE}`} className={HOSTILE} title={HOSTILE} aria-label={HOSTILE} data-ask={HOSTILE}>
      {HOSTILE}
    </a>
  ),
  "absent and empty attributes": <a href="" className="" title={undefined} data-info={undefined} id={undefined} />,
  "true and false": [
    <span key="1" hidden draggable={false} aria-hidden aria-busy={false} data-info={true} data-off={false} />,
    <details key="2" open={false} />,
    <details key="3" open />,
    <button key="4" type="button" disabled />,
    <button key="5" type="button" disabled={false} formNoValidate />,
  ],
  "a form with its buttons": (
    <form className="quiet" method="post" action="/a" noValidate>
      <input type="hidden" name="ids" value={7} />
      <button name="intent" value="hide" formMethod="post" formAction="/b" tabIndex={-1}>
        Hide<i> {HOSTILE}</i>
      </button>
      <label htmlFor="x">Label</label>
      <input id="x" defaultValue={HOSTILE} type="text" maxLength={9} readOnly required inputMode="search" />
      <input type="checkbox" value="" defaultChecked name="c" aria-label="c" />
      <input type="checkbox" checked={false} onChange={() => undefined} name="d" />
      <input type="radio" checked onChange={() => undefined} value={0} />
    </form>
  ),
  "cells that span": (
    <table>
      <tbody>
        <tr>
          <td colSpan={2} rowSpan={3} />
        </tr>
      </tbody>
    </table>
  ),
  "elements without an end": [
    <br key="1" />,
    <wbr key="2" />,
    <hr key="3" className="x" />,
    <img key="4" src="/x" alt="" />,
  ],
  "elements with content of their own": (
    <>
      <select name="s" defaultValue="2">
        <option value="1">{HOSTILE}</option>
        <option value="2">two</option>
      </select>
      <textarea defaultValue={`\n${HOSTILE}`} />
      <pre>{"\nfirst"}</pre>
    </>
  ),
  style: <b style={{ width: 5, "--c1": '"x"' } as object}>x</b>,
  HTML: <div className="prose" dangerouslySetInnerHTML={{ __html: "<b>bold</b>" }} />,
  "elements of the script": (
    <copy-button for="x" hidden>
      <live-clock now={5}>x</live-clock>
    </copy-button>
  ),
  icons: [<Icon key="1" name="up" />, <Icon key="2" name="copy" label={HOSTILE} />],
  components: (
    <Plain>
      <Remembered>a</Remembered>
      <Forwarded>b</Forwarded>
      <Context.Provider value="inside">
        <Reads label="c" />
      </Context.Provider>
    </Plain>
  ),
};

/** Written from inside of a component, as tables do. */
const Written = ({ children }: { children: ReactNode }) => (
  <main dangerouslySetInnerHTML={{ __html: markup(children) }} />
);

describe("a cell that is written as HTML differs from what React would write", () => {
  for (const [name, content] of Object.entries(contents)) {
    test(name, () => {
      expect(renderToStaticMarkup(<Written>{content}</Written>)).toBe(renderToStaticMarkup(<main>{content}</main>));
    });
  }

  test("it sees the context of its table", () => {
    const inside = (content: ReactNode) =>
      renderToStaticMarkup(<Context.Provider value="inside">{content}</Context.Provider>);
    expect(inside(<Written>{[<Reads key="1" label="a" />]}</Written>)).toBe(
      inside(
        <main>
          <Reads label="a" />
        </main>,
      ),
    );
  });

  test("places to break at: a long word has them, but not where the style sheet breaks it anywhere", () => {
    const long = "01a218d5-ac9c-7e31-b924-9ef78bc02a80";
    expect(markup(<b>{long}</b>)).toBe("<b>01a218d5-<wbr/>ac9c-7e31-<wbr/>b924-<wbr/>9ef78bc02a80</b>");
    for (const plain of [
      <dd key="1">{long}</dd>,
      <details key="2">
        <summary>{long}</summary>
        <code>{long}</code>
      </details>,
    ])
      expect(markup(plain)).toBe(renderToStaticMarkup(plain));
    expect(markup(<dd>since 2026-11-26, as told</dd>)).toContain('since <span class="nowrap">2026-11-26</span>,');
  });

  test("an object is not quietly left out", () => {
    expect(() => markup({} as ReactNode)).toThrow();
  });
});
