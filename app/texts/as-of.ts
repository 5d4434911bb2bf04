/** Beside a screen that a replica gave: of which moment it is, New York time. */
export const asOf = (time: string): string => `as of ${time}`;
