/** The grouping in which an account opens a report; NULL for the report's usual one. */
export const chosenGrouping = `
ALTER TABLE column_choices
  ADD COLUMN group_by text,
  DROP CONSTRAINT column_choices_hidden_check,
  ADD CONSTRAINT column_choices_any CHECK (cardinality(hidden) > 0 OR group_by IS NOT NULL);
`;
