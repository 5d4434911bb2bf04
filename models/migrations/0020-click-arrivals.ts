/**
 * The order in which clicks were stored, for programs that mirror them. The clicks of a batch share a number, and a row
 * of click_batches says where they are. Clicks from before have no number; batch 0 covers them. It extends by a day,
 * for clicks that an older version stores while this migration runs.
 */
export const clickArrivals = `
CREATE SEQUENCE click_arrivals;
CREATE TABLE click_batches (
  arrival bigint PRIMARY KEY,
  first_clicked_at timestamptz NOT NULL,
  last_clicked_at timestamptz NOT NULL,
  clicks integer NOT NULL
);
-- Without a default, so that no row is rewritten.
ALTER TABLE clicks ADD COLUMN arrival bigint;
INSERT INTO click_batches (arrival, first_clicked_at, last_clicked_at, clicks)
SELECT 0, first, last + interval '1 day', 0
FROM (SELECT min(clicked_at) AS first, max(clicked_at) AS last FROM clicks) AS before WHERE first IS NOT NULL;
`;
