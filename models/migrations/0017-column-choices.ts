/** The columns that an account leaves out of a report, by their keys; a link's key is its ID. */
export const columnChoices = `
CREATE TABLE column_choices (
  account_id integer NOT NULL REFERENCES accounts (id),
  report text NOT NULL,
  hidden text[] NOT NULL CHECK (cardinality(hidden) > 0),
  PRIMARY KEY (account_id, report)
);
`;
