import plotly from "plotly.js";
import { useEffect, useState } from "react";
import createPlot from "react-plotly.js/factory";
import { charts as texts } from "~/components/charts/texts";

const Plot = createPlot(plotly);

export type Row = { date: string; sales: number; progress: number | null; incomplete: boolean };
type Props = { rows: readonly Row[]; by: "day" | "month" };

const MARGIN = { t: 32, r: 64, b: 56, l: 48 };
/** Maximum width of a column in pixels, at any zoom (CHART-06). */
const WIDEST = 39;
/** Width of a date label in pixels, including space beside it. */
const NAME = 84;
const CONFIG = { displaylogo: false, responsive: true, modeBarButtonsToRemove: ["toImage", "select2d", "lasso2d"] };

/**
 * Sales as columns, and progress as a spline on the second axis. Points show their numbers on hover; axes can be
 * zoomed.
 */
export function OfficePlot({ rows, by }: Props) {
  const [inView, setInView] = useState({ points: rows.length, pixels: 560 });
  const colours = useColours();
  const dates = rows.map(({ date }) => date);
  const seen = (_figure: unknown, graph: HTMLElement) => {
    const { range = [0, rows.length] } = (graph as Graph).layout.xaxis;
    const now = { points: range[1] - range[0], pixels: graph.clientWidth - MARGIN.l - MARGIN.r };
    if (now.points !== inView.points || now.pixels !== inView.pixels) setInView(now);
  };
  /** The columns of the rows that match; the other rows keep their places on the axis. */
  const bars = (name: string, has: (row: Row) => boolean) => ({
    ...{ type: "bar", name, x: dates, y: rows.map((row) => (has(row) ? row.sales : null)) },
    width: Math.min(0.7, (WIDEST * inView.points) / inView.pixels),
    marker: {
      color: colours.column,
      line: { color: colours.accent, width: 1 },
      pattern: { shape: name === texts.incomplete ? "/" : "" },
    },
  });
  return (
    <Plot
      data={[
        bars(texts.sales, (row) => !row.incomplete),
        ...(rows.some(({ incomplete }) => incomplete) ? [bars(texts.incomplete, (row) => row.incomplete)] : []),
        {
          ...{ type: "scatter", mode: "lines+markers", name: texts.progress, yaxis: "y2", connectgaps: true },
          ...{ x: dates, y: rows.map(({ progress }) => progress) },
          line: { shape: "spline", color: colours.warn },
          hovertemplate: "%{y:+.2f}%",
        },
      ]}
      layout={{
        ...{ autosize: true, height: 320, margin: MARGIN, barmode: "overlay" },
        ...{ hovermode: "x unified", uirevision: "kept" },
        ...{ paper_bgcolor: colours.paper, plot_bgcolor: colours.paper },
        font: { color: colours.ink, family: "ui-sans-serif, system-ui, sans-serif", size: 12 },
        legend: { orientation: "h", y: 1.02, yanchor: "bottom" },
        xaxis: {
          ...{ type: "category", title: { text: texts.axis[by] }, tickangle: 0 },
          nticks: Math.max(2, Math.floor(inView.pixels / NAME)),
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
      onInitialized={seen}
      onUpdate={seen}
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
