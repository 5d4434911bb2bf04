let made = 0;

/** The fields of a new site that every rule lets pass. */
export const fields = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  sitename: `Tide ${process.pid} ${++made}`,
  shortname: "tide",
  abbr: "TD",
  url: "https://tide.example/",
  type: "DATING",
  ...more,
});
