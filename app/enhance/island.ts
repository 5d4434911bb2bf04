import { notices } from "~/texts";
import { notify } from "./toast-stack";

export type Mount = { mount: (element: HTMLElement) => () => void };

const ROOT_MARGIN = "200px";

/**
 * An element that loads its own script shortly before it becomes visible, or at the first of `events` on its [data-open]
 * part, and then mounts it. If the script fails to load, the server's HTML stays and the next event tries again.
 */
export function island(
  name: string,
  load: () => Promise<Mount>,
  ...events: readonly ("click" | "dragenter" | "focusin" | "seen")[]
): void {
  customElements.define(
    name,
    class extends HTMLElement {
      #undo: (() => void) | undefined;
      #sight: IntersectionObserver | undefined;
      #failures = 0;
      #failed: string | undefined;
      connectedCallback() {
        if (events[0] !== "seen") return events.forEach((event) => this.addEventListener(event, this.#open));
        this.#sight = new IntersectionObserver(
          (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void this.#start(),
          { rootMargin: ROOT_MARGIN },
        );
        this.#sight.observe(this);
      }
      disconnectedCallback() {
        this.#sight?.disconnect();
        this.#undo?.();
        this.#undo = undefined;
        for (const event of events) this.removeEventListener(event, this.#open);
      }
      #open = ({ target }: Event) => {
        if ((target as Element).closest("[data-open]")) void this.#start();
      };
      async #start() {
        if (this.#undo || this.dataset.state === "loading") return;
        this.dataset.state = "loading";
        try {
          const { mount } = await (this.#failed ? loadAgain(this.#failed, this.#failures) : load());
          if (this.isConnected) this.#undo = mount(this);
          this.dataset.state = "ready";
        } catch (error) {
          this.dataset.state = "failed";
          this.#failures += 1;
          this.#failed ??= /https?:\S+?\.js/.exec(String(error))?.[0];
          notify({ type: "error", heading: notices.failed, body: "This part did not load. Please try again." });
        }
      }
    },
  );
}

/** Browsers remember that a script failed to load and never ask for the same address again. */
const loadAgain = (address: string, failures: number): Promise<Mount> =>
  import(/* @vite-ignore */ `${address}?again=${failures}`) as Promise<Mount>;
