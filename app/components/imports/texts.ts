/** Texts of imports and exports of the catalogue. */
export const imports = {
  file: "File",
  hint: "A CSV file with the columns of the export, in any order, separated by commas or semicolons. Nothing is changed yet.",
  rehearse: "Preview",
  heading: "Preview of the import",
  apply: "Apply",
  another: "Another file",
  import: "Import",
  export: "Export",
  line: "Line",
  row: "Row",
  effect: "Effect",
  columns: "Columns",
  outcomes: { new: "New", changed: "Changed", same: "No change", refused: "Refused" },
  counts: (counts: Readonly<Record<"new" | "changed" | "same" | "refused", number>>) =>
    `${counts.new} new, ${counts.changed} changed, ${counts.same} unchanged, ${counts.refused} refused.`,
  refusedStay: "Refused rows are skipped. The others can be applied.",
  nothing: "There is nothing to apply.",
  applied: (count: number) => (count === 1 ? "1 row was applied." : `${count} rows were applied.`),
} as const;
