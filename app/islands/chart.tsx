import { charts as texts } from "~/components/charts/texts";
import { OfficePlot, type Row } from "./office-plot";
import { render } from "./root";

/** Replaces the static chart by an interactive one with the numbers of the table. The returned function reverts it. */
export function mount(element: HTMLElement): () => void {
  const drawing = element.querySelector<HTMLElement>(".drawing");
  const button = element.querySelector<HTMLButtonElement>("[data-open]");
  if (!drawing || !button) return () => undefined;
  const place = document.createElement("div");
  place.className = "plot no-print";
  const rows = rowsOf(element);
  let close: (() => void) | undefined;
  const show = () => {
    drawing.before(place);
    drawing.classList.add("replaced");
    close = render(place, <OfficePlot rows={rows} by={element.getAttribute("by") === "month" ? "month" : "day"} />);
    button.textContent = texts.plain;
  };
  const hide = () => {
    close?.();
    close = undefined;
    place.remove();
    drawing.classList.remove("replaced");
    button.textContent = texts.interactive;
  };
  const turn = () => (close ? hide() : show());
  button.addEventListener("click", turn);
  show();
  return () => {
    button.removeEventListener("click", turn);
    if (close) hide();
  };
}

/** The numbers in the table. The progress cell is empty without a value and contains a word for incomplete points. */
const rowsOf = (element: HTMLElement): Row[] =>
  [...element.querySelectorAll<HTMLTableRowElement>("tbody tr")].map(({ cells: [date, sales, progress] }) => {
    const incomplete = progress?.textContent === texts.incomplete;
    return {
      date: date?.textContent ?? "",
      sales: numberOf(sales) ?? 0,
      progress: incomplete ? null : numberOf(progress),
      incomplete,
    };
  });

function numberOf(cell: HTMLTableCellElement | undefined): number | null {
  const text = cell?.textContent.trim().replace("\u2212", "-").replace("%", "");
  return text ? Number(text) : null;
}
