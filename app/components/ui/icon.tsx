/** SVG paths of the 16 px icons, drawn in the color of the adjacent text. */
const paths = {
  alert: "M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.2",
  check: "m2.5 8.5 3.5 3.5 7.5-8",
  close: "m3.5 3.5 9 9m0-9-9 9",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  edit: "m2.5 13.5.8-3.2 7.6-7.6 2.4 2.4-7.6 7.6zM9.6 4l2.4 2.4",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  plus: "M8 2.5v11M2.5 8h11",
  print: "M4.5 6V2.5h7V6M4.5 11h-2V6h11v5h-2M4.5 9.5h7v4h-7z",
  save: "M8 2.5v8m-3.5-3L8 11l3.5-3.5M2.5 13.5h11",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3",
  skull: "M5 13.5v-2.3a5 5 0 1 1 6 0v2.3zM6.2 8v.2M9.8 8v.2M7.3 13.5v-2m1.4 2v-2",
  up: "m3.5 10 4.5-4.5L12.5 10",
} as const;

export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as IconName[];

/** Next to text the icon is hidden from screen readers. On its own it needs a `label`. */
export function Icon({ name, label }: { name: IconName; label?: string }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <path d={paths[name]} />
    </svg>
  );
}
