import type { ReactNode } from "react";
import type { FrameBrand } from "./brand";

type Props = {
  brand?: FrameBrand;
  /** For text in place of a form. */
  isWide?: boolean;
  children: ReactNode;
};

/** The frame for people without a session: brand, one column, copyright. */
export function BareFrame({ brand, isWide = false, children }: Props) {
  return (
    <div className={isWide ? "bare wide" : "bare"}>
      <header>
        <span className="brand" data-mark={brand?.name.slice(0, 1)}>
          {brand?.name}
        </span>
      </header>
      <main>{children}</main>
      <footer id="end">{brand?.copyright}</footer>
    </div>
  );
}
