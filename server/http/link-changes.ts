import { onLinksChanged } from "../kernel/database/link-state";

/**
 * Names, in an answer, how often its process has changed links. The process in front reads the links again before it passes
 * the answer on, so that a new link works at once.
 */
export const LINK_CHANGES_HEADER = "x-link-changes";

let changes = 0;

/** Starts counting in this process. Returns a function that ends it. */
export const countLinkChanges = (): (() => void) =>
  onLinksChanged(() => {
    changes += 1;
    return Promise.resolve();
  });

/** 0 in a process that answers clients itself. */
export const linkChanges = (): number => changes;
