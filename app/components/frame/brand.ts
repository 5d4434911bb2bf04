/** What the frame shows of the brand; `style` is the class of the document that its colours hang on. */
export type FrameBrand = { readonly name: string; readonly style: string; readonly copyright: string };
