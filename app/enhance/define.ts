type Undo = () => void;

/** Registers an element whose behaviour begins when it stands in the page and ends when it leaves. */
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

/** Listens until the answer is called. */
export function listen<E extends Event = Event>(target: EventTarget, type: string, act: (event: E) => void): Undo {
  target.addEventListener(type, act as EventListener);
  return () => target.removeEventListener(type, act as EventListener);
}

export const both =
  (...undos: Undo[]): Undo =>
  () =>
    undos.forEach((undo) => undo());
