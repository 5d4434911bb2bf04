import type { ReactNode } from "react";

export type Crumb = { to: string; label: string };

/** The list that a record belongs to, as the way back to it, and the record, unless the heading below is its name. */
export const Crumbs = ({ list, children }: { list?: Crumb; children?: ReactNode }) => (
  <p className="crumbs">
    {list && (
      <>
        <a href={list.to}>{list.label}</a>
        {children && " › "}
      </>
    )}
    {children}
  </p>
);
