/**
 * Drawings of 20 × 20, in lines of 1.5; only `M` takes absolute coordinates. The style sheet has them as one strip that
 * masks the colour of the text, so that an icon costs no request and a page names it in a dozen bytes.
 */
export const drawings = {
  home: "M3 9.5l7-6 7 6M5 8v8.5h10v-8.5M8.5 16v-4h3v4",
  news: "M13.5 8h3v7a1.5 1.5 0 0 1-3 0v-11h-10v11a1.5 1.5 0 0 0 1.5 1.5h10M6.5 7.5h4M6.5 11h4",
  offices: "M4.5 16.5v-13h8v13M12.5 8h3v8.5M3 16.5h14M7.5 6.5h2M7.5 9.5h2M7.5 12.5h2",
  agents: "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 16.5a5 5 0 0 1 10 0M13 4a3 3 0 0 1 0 5M14.5 12a5 5 0 0 1 3 4.5",
  approve: "M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3 16.5a5 5 0 0 1 8-4M12 14.5l2 2 3.5-4",
  sites: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M3 10h14M10 3c2.5 2.5 2.5 11.5 0 14M10 3c-2.5 2.5-2.5 11.5 0 14",
  stats: "M3.5 3.5v13h13M7 13v-2.5M10.5 13v-7M14 13v-4.5",
  links:
    "M8.5 11.5a3 3 0 0 0 4.5 0l2.5-2.5a3 3 0 0 0-4.5-4.5l-1 1M11.5 8.5a3 3 0 0 0-4.5 0l-2.5 2.5a3 3 0 0 0 4.5 4.5l1-1",
  logs: "M7.5 5h9M7.5 10h9M7.5 15h9M3.5 5h.5M3.5 10h.5M3.5 15h.5",
  profile: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 10.5a2 2 0 1 0 0-4.5 2 2 0 0 0 0 4.5M5.5 15a5 5 0 0 1 9 0",
  how: "M10 5.5c-1.5-1.5-4-2-6.5-1.5v11c2.5-.5 5 0 6.5 1.5 1.5-1.5 4-2 6.5-1.5v-11c-2.5-.5-5 0-6.5 1.5v11",
  admins: "M10 3l6 2v5c0 3.5-2.5 6-6 7-3.5-1-6-3.5-6-7v-5zM7.5 10l2 2 3-3.5",
  settings:
    "M3.5 6h5M12.5 6h4M3.5 14h4M11.5 14h5M10.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4",
  logout: "M8 3.5h-4v13h4M12.5 6.5l3.5 3.5-3.5 3.5M16 10h-8.5",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M13 13l4 4",
  menu: "M3.5 5.5h13M3.5 10h13M3.5 14.5h13",
  dots: "M4 9.5h1v1h-1zM9.5 9.5h1v1h-1zM15 9.5h1v1h-1z",
  up: "M6 12l4-4 4 4",
  down: "M6 8l4 4 4-4",
  check: "M4 10.5l4 4 8-9",
  close: "M5.5 5.5l9 9M14.5 5.5l-9 9",
  alert: "M10 3.5l7 12.5h-14zM10 8.5v3.5M10 14h0",
  clock: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 6v4l2.5 2",
  copy: "M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4",
  print: "M6 7.5v-4h8v4M6 13.5h-2.5v-6h13v6h-2.5M6 11.5h8v5h-8z",
  export: "M10 3.5v9M6.5 9l3.5 3.5 3.5-3.5M3.5 16.5h13",
  columns: "M3.5 4h13v12h-13zM8 4v12M12 4v12",
  filter: "M3.5 5.5h13M6 10h8M8.5 14.5h3",
  skull: "M6.5 16.5v-2.5a6 6 0 1 1 7 0v2.5zM8 10h0M12 10h0M9 16v-1.5M11 16v-1.5",
  eye: "M2.5 10s3-5 7.5-5 7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5zM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  plus: "M10 4v12M4 10h12",
  mail: "M3 5h14v10.5h-14zM3 6l7 5.5 7-5.5",
  share: "M10 12v-8.5M6.5 6.5l3.5-3.5 3.5 3.5M6 9.5h-2v7h12v-7h-2",
} as const;

export type IconName = keyof typeof drawings;
export const iconNames = Object.keys(drawings) as IconName[];

/** Its place in the strip. */
export const placeOf = (name: IconName): number => iconNames.indexOf(name);
