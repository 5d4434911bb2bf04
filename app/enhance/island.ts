import { notices } from "~/texts";
import { combine, define, listen } from "./define";
import { notifyFailure } from "./toast-stack";

export type Mount = { mount: (element: HTMLElement) => () => void };

/**
 * An element that loads its own script shortly before it becomes visible, or at the first of `events` (by default a click)
 * on its [data-open] part, and then mounts it. If the script fails to load, the server's HTML stays and the next event
 * tries again.
 */
export function island(
  name: string,
  load: () => Promise<Mount>,
  events: "click" | "focusin" | "focusin dragenter" | "input" | "seen" = "click",
): void {
  define(name, (element) => {
    let unmount: (() => void) | undefined;
    let failures = 0;
    let failed: string | undefined;
    const start = async () => {
      if (unmount || element.dataset.state === "loading") return;
      element.dataset.state = "loading";
      try {
        const { mount } = await (failed ? loadAgain(failed, failures) : load());
        if (element.isConnected) unmount = mount(element);
        element.dataset.state = "ready";
      } catch (error) {
        element.dataset.state = "failed";
        failures += 1;
        failed ??= /http\S+js/.exec(String(error))?.[0];
        notifyFailure(notices.unreachable);
      }
    };
    const sight = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void start(),
      { rootMargin: "200px" },
    );
    if (events === "seen") sight.observe(element);
    const open = (event: Event) => {
      if (!(event.target as Element).closest("[data-open]")) return;
      // A button that works without scripts would post its form.
      event.preventDefault();
      void start();
    };
    return combine(
      () => sight.disconnect(),
      () => unmount?.(),
      ...events.split(" ").map((event) => listen(element, event, open)),
    );
  });
}

/** Browsers remember that a script failed to load and never ask for the same address again. */
const loadAgain = (address: string, failures: number): Promise<Mount> =>
  import(/* @vite-ignore */ `${address}?again=${failures}`) as Promise<Mount>;
