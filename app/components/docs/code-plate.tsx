/** Code to copy. A long line scrolls, because a broken one would read as two. */
export const CodePlate = ({ children }: { children: string }) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region
  <pre tabIndex={0}>{children}</pre>
);
