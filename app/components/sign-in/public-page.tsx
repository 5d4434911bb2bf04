import type { ReactNode } from "react";
import { BareFrame } from "../frame/bare-frame";
import type { FrameBrand } from "../frame/brand";
import { Notice } from "../ui/notice";

type Props = {
  brand?: FrameBrand;
  heading: string;
  /** The result of the previous step. */
  notice?: string;
  /** The notice is good news. */
  good?: boolean;
  children: ReactNode;
};

/** A page for people without a session: one heading and one short form. */
export function PublicPage({ brand, heading, notice, good, children }: Props) {
  return (
    <BareFrame brand={brand}>
      <h1>{heading}</h1>
      {notice && (
        <Notice good={good}>
          <p role="status">{notice}</p>
        </Notice>
      )}
      {children}
    </BareFrame>
  );
}
