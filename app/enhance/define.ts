type Undo = () => void;

/** Registers a custom element. `connect` runs when it enters the page; the function it returns runs when it leaves. */
export function define(name: string, connect: (element: HTMLElement) => Undo | undefined): void {
  customElements.define(
    name,
    class extends HTMLElement {
      #undo: Undo | undefined;
      connectedCallback() {
        this.#undo = connect(this);
      }
      disconnectedCallback() {
        this.#undo?.();
      }
    },
  );
}

/** Adds a listener. The returned function removes it. */
export function listen<E extends Event = Event>(target: EventTarget, type: string, act: (event: E) => void): Undo {
  target.addEventListener(type, act as EventListener);
  return () => target.removeEventListener(type, act as EventListener);
}

/** A new element with this text. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  textContent = "",
  rest: object = {},
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(name), { textContent }, rest);

export const combine =
  (...undos: Undo[]): Undo =>
  () =>
    undos.forEach((undo) => undo());
