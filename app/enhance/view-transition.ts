type Moving = Event & { viewTransition?: { ready: Promise<unknown>; finished: Promise<unknown> } };

// A page of another kind (a download's error, a plain answer) ends the transition; that is no fault to report.
for (const moment of ["pageswap", "pagereveal"]) {
  addEventListener(moment, ({ viewTransition }: Moving) => {
    viewTransition?.ready.catch(() => undefined);
    viewTransition?.finished.catch(() => undefined);
  });
}
