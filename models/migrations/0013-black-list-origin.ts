/** The author, time and reason of each entry of the black list. Entries from before have no author and no time. */
export const blackListOrigin = `
ALTER TABLE black_list
  ADD COLUMN reason text NOT NULL DEFAULT '',
  ADD COLUMN added_by text,
  ADD COLUMN added_at timestamptz;
ALTER TABLE black_list ALTER COLUMN added_at SET DEFAULT now();
`;
