/** The partial bundle with columns and lines; it has no types of its own. */
declare module "plotly.js" {
  const plotly: unknown;
  export default plotly;
}
