/** Shown on screens with data from a replica: the time of that data, New York time. */
export const asOf = (time: string): string => `as of ${time}`;
