import type { FigureSpec, Rounds } from "../table/figure";

/** A part of the benchmark: it measures once, and its figures are rows of the table. */
export type Part<Key extends string = string> = {
  name: string;
  title: string;
  /** The data set that its database is a fresh copy of. */
  data: "demo" | "sizes";
  /** Describes the floors. */
  floor: string;
  measure: (rounds: number) => Promise<Record<Key, Rounds>>;
  figures: readonly FigureSpec<Key>[];
};

/** Checks that each figure has a key that the part measures, and forgets the keys. */
export const part = <Key extends string>(described: Part<Key>): Part => described;
