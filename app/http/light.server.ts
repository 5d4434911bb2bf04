const CHOSEN = /(?:^|;\s*)lite=1(?:;|$)/;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Whether the person chose pages without scripts. */
export const isLight = (request: Request): boolean => CHOSEN.test(request.headers.get("Cookie") ?? "");

export const lightCookie = (light: boolean): string =>
  `lite=${light ? 1 : ""}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${light ? YEAR_SECONDS : 0}`;
