type ViewTransitionEvent = Event & { viewTransition?: { ready: Promise<unknown>; finished: Promise<unknown> } };

// A response that is not one of our pages (a download's error, plain text) aborts the transition. That is not an error.
for (const moment of ["pageswap", "pagereveal"]) {
  addEventListener(moment, ({ viewTransition }: ViewTransitionEvent) => {
    viewTransition?.ready.catch(() => undefined);
    viewTransition?.finished.catch(() => undefined);
  });
}
