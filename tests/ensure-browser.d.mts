/** The Chromium of this machine, or undefined. */
export function findBrowser(): Promise<string | undefined>;
