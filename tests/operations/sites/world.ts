let made = 0;

/** Valid fields of a new site. */
export const fields = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  sitename: `Tide ${process.pid} ${++made}`,
  shortname: "tide",
  abbr: "TD",
  url: "https://tide.example/",
  type: "DATING",
  ...more,
});
