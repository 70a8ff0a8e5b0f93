/** One run at a time of what is asked for often: calls that come while it runs share the next run, which begins after all of them. */
export function shareNext(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again: Promise<void> | undefined;

  function start(): Promise<void> {
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  }
  return () => {
    if (!running) return start();
    again ??= running
      .catch(() => undefined)
      .then(() => {
        again = undefined;
        // somebody may have begun it in between
        return running ?? start();
      });
    return again;
  };
}
