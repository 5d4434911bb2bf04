import type { ReactNode } from "react";
import type { FrameBrand } from "./brand";

/** The frame for people without a session: brand, one column, copyright. */
export function BareFrame({ brand, children }: { brand?: FrameBrand; children: ReactNode }) {
  return (
    <div className="bare">
      <header>
        <span className="brand">{brand?.name}</span>
      </header>
      <main>{children}</main>
      <footer id="end">{brand?.copyright}</footer>
    </div>
  );
}
