/** The partial bundle with bar and line charts. It has no types. */
declare module "plotly.js" {
  const plotly: unknown;
  export default plotly;
}
