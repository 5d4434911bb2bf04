import plotly from "plotly.js";
import { useEffect, useState } from "react";
import createPlot from "react-plotly.js/factory";
import { drawsGrowth } from "~/components/charts/plane";
import { charts as texts } from "~/components/charts/texts";
import { render } from "./root";

const Plot = createPlot(plotly);

type Row = { date: string; sales: number; progress: number | null; incomplete: boolean };
type Props = { rows: readonly Row[]; by: "day" | "month" };

const MARGIN = { t: 32, r: 64, b: 56, l: 48 };
/** Maximum width of a column in pixels, at any zoom (CHART-06). */
const MAX_COLUMN_WIDTH = 39;
/** Width of a date label in pixels, including space beside it. */
const LABEL_WIDTH = 84;
const CONFIG = { displaylogo: false, responsive: true, modeBarButtonsToRemove: ["toImage", "select2d", "lasso2d"] };

/**
 * Sales as columns, and progress as a spline on the second axis if there are few points. Points show their numbers on
 * hover; axes can be zoomed.
 */
function OfficePlot({ rows, by }: Props) {
  const [inView, setInView] = useState({ points: rows.length, pixels: 560 });
  const colours = useColours();
  const dates = rows.map(({ date }) => date);
  const updateView = (_figure: unknown, graph: HTMLElement) => {
    const { range = [0, rows.length] } = (graph as Graph).layout.xaxis;
    const view = { points: range[1] - range[0], pixels: graph.clientWidth - MARGIN.l - MARGIN.r };
    if (view.points !== inView.points || view.pixels !== inView.pixels) setInView(view);
  };
  /** The columns of the rows that match; the other rows keep their places on the axis. */
  const bars = (name: string, has: (row: Row) => boolean) => ({
    ...{ type: "bar", name, x: dates, y: rows.map((row) => (has(row) ? row.sales : null)) },
    width: Math.min(0.7, (MAX_COLUMN_WIDTH * inView.points) / inView.pixels),
    marker: {
      color: colours.column,
      line: { color: colours.accent, width: 1 },
      pattern: { shape: name === texts.incomplete ? "/" : "" },
    },
  });
  const growth = {
    ...{ type: "scatter", mode: "lines+markers", name: texts.progress, yaxis: "y2", connectgaps: true },
    ...{ x: dates, y: rows.map(({ progress }) => progress) },
    line: { shape: "spline", color: colours.warn },
    hovertemplate: "%{y:+.2f}%",
  };
  return (
    <Plot
      data={[
        bars(texts.sales, (row) => !row.incomplete),
        ...(rows.some(({ incomplete }) => incomplete) ? [bars(texts.incomplete, (row) => row.incomplete)] : []),
        ...(drawsGrowth(rows) ? [growth] : []),
      ]}
      layout={{
        ...{ autosize: true, height: 312, margin: MARGIN, barmode: "overlay" },
        ...{ hovermode: "x unified", uirevision: "kept" },
        ...{ paper_bgcolor: colours.paper, plot_bgcolor: colours.paper },
        font: { color: colours.ink, family: "ui-sans-serif, system-ui, sans-serif", size: 12 },
        legend: { orientation: "h", y: 1.02, yanchor: "bottom" },
        xaxis: {
          ...{ type: "category", title: { text: texts.axis[by] }, tickangle: 0 },
          nticks: Math.max(2, Math.floor(inView.pixels / LABEL_WIDTH)),
        },
        yaxis: { title: { text: texts.sales }, gridcolor: colours.line },
        yaxis2: {
          title: { text: texts.progress },
          overlaying: "y",
          side: "right",
          ticksuffix: "%",
          showgrid: false,
          zerolinecolor: colours.line,
        },
        hoverlabel: { bgcolor: colours.raised },
      }}
      config={CONFIG}
      useResizeHandler
      style={{ width: "100%" }}
      onInitialized={updateView}
      onUpdate={updateView}
    />
  );
}

type Graph = HTMLElement & { layout: { xaxis: { range?: [number, number] } } };

/** The page's colours, updated when the colour scheme changes. */
function useColours() {
  const [colours, setColours] = useState(coloursNow);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const change = () => setColours(coloursNow());
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, []);
  return colours;
}

function coloursNow() {
  const style = getComputedStyle(document.documentElement);
  const colour = (use: string, alpha = 1) =>
    `rgba(${style.getPropertyValue(`--${use}`).trim().replaceAll(" ", ",")},${alpha})`;
  return {
    ...{ accent: colour("accent"), column: colour("accent", 0.35), warn: colour("warn"), ink: colour("ink") },
    ...{ line: colour("line", 0.35), paper: colour("paper"), raised: colour("raised") },
  };
}

/** Replaces the static chart by an interactive one with the numbers of the table. The returned function reverts it. */
export function mount(element: HTMLElement): () => void {
  const drawing = element.querySelector<HTMLElement>(".drawing");
  const button = element.querySelector<HTMLButtonElement>("[data-open]");
  if (!drawing || !button) return () => undefined;
  const place = document.createElement("div");
  place.className = "interactive no-print";
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
  const toggle = () => (close ? hide() : show());
  button.addEventListener("click", toggle);
  show();
  return () => {
    button.removeEventListener("click", toggle);
    if (close) hide();
  };
}

/** The numbers in the table. The progress cell has a span with the value, if any, and a note if the point is incomplete. */
const rowsOf = (element: HTMLElement): Row[] =>
  [...element.querySelectorAll<HTMLTableRowElement>("tbody tr")].map(({ cells: [date, sales, progress] }) => {
    const incomplete = progress?.querySelector("small") !== null;
    return {
      date: date?.textContent ?? "",
      sales: numberOf(sales) ?? 0,
      progress: numberOf(progress?.querySelector("span")),
      incomplete,
    };
  });

function numberOf(cell: Element | null | undefined): number | null {
  const text = cell?.textContent.trim().replace("\u2212", "-").replace("%", "");
  return text ? Number(text) : null;
}
