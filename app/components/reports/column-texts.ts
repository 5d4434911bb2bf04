/** Texts of the choice of columns. */
export const columnChoice = {
  heading: "Columns",
  of: (report: string) => `Columns of ${report}`,
  figures: "Figures",
  save: "Save columns",
  all: "All columns",
  intro:
    "The report shows you the ticked columns, on screen and in the print version. The export always has all of them; margin and shares if they are ticked.",
  saved: "Your columns are saved.",
  link: (leftOut: number) => (leftOut === 0 ? "Columns" : `Columns (${leftOut} hidden)`),
  linksLeftOut: "The figures of each link are left out.",
  withLinks: "Add the sheets of the links",
  /** On paper, where a screen was printed that is wider than a sheet. */
  briefly: "The figures of each link are left out here. The print version has them.",
  printed: (leftOut: number) =>
    leftOut === 1 ? "1 column left out by choice." : `${leftOut} columns left out by choice.`,
} as const;
