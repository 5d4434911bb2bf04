/** Shown on screens served by a replica: the time of the data, New York time. */
export const asOf = (time: string): string => `as of ${time}`;
