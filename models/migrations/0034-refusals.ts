/** How many refused postbacks of an address are stored, in the minute that began at `since`. */
export const refusals = `
CREATE TABLE postback_refusals (
  address text PRIMARY KEY,
  since timestamptz NOT NULL,
  stored integer NOT NULL
);
`;
