/** Runs in a page: the places of its icons whose drawing its styles leave out. */
export const undrawnIcons = (): string[] => {
  const drawings = getComputedStyle(document.documentElement).getPropertyValue("--icons");
  const places = [...document.querySelectorAll(".i")].map((icon) => getComputedStyle(icon).getPropertyValue("--n"));
  return places.filter((place) => !drawings.includes(`translate(${Number(place) * 20})`));
};
