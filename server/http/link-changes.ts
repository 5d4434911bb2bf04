import { onLinksChanged } from "../kernel/database/link-state";

/**
 * Names, in an answer, the process and how often it has changed links. When that differs from the answer before, the process
 * in front reads the links again before it passes the answer on, so that a new link works at once.
 */
export const LINK_CHANGES_HEADER = "x-link-changes";

let changes = 0;

/** Starts counting in this process. Returns a function that ends it. */
export const countLinkChanges = (): (() => void) =>
  onLinksChanged(() => {
    changes += 1;
    return Promise.resolve();
  });

/** Undefined before the first change, and in a process that answers clients itself. */
export const linkChanges = (): string | undefined => (changes === 0 ? undefined : `${process.pid}.${changes}`);
