import type { ReactNode } from "react";
import { signIn } from "~/texts";
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
  /** Links to other pages, below the card. */
  below?: ReactNode;
  children: ReactNode;
};

/** A page for people without a session: one heading and one short form. */
export function PublicPage({ brand, heading, notice, good, below, children }: Props) {
  return (
    <BareFrame brand={brand}>
      <section className="card">
        <h1>{heading}</h1>
        {notice && (
          <Notice good={good}>
            <p role="status">{notice}</p>
          </Notice>
        )}
        {children}
      </section>
      {below && <p>{below}</p>}
    </BareFrame>
  );
}

export const BackToLogin = () => <a href="/login">{signIn.back}</a>;
