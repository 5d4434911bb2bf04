/** Runs in a page: the places of its icons whose drawing its styles leave out. */
export const undrawnIcons = (): string[] => {
  const drawings = getComputedStyle(document.documentElement).getPropertyValue("--icons");
  const places = [...document.querySelectorAll(".i")].map((icon) => getComputedStyle(icon).getPropertyValue("--n"));
  const drawn = new Set([...drawings.matchAll(/M([\d.]+)/g)].map(([, x]) => Math.floor(Number(x) / 20)));
  return places.filter((place) => !drawn.has(Number(place)));
};
