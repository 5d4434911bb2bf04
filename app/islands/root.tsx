import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";

/** Renders into an element of the page. The returned function unmounts it. */
export function render(element: Element, node: ReactNode): () => void {
  const root = createRoot(element);
  root.render(<StrictMode>{node}</StrictMode>);
  return () => root.unmount();
}
