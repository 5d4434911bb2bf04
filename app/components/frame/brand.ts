/** Brand data for the frame. `style` is the document class that the brand's colors depend on. */
export type FrameBrand = { readonly name: string; readonly style: string; readonly copyright: string };
