/**
 * Aborts at the first request to stop: a signal, or the end of the process that started this one. One Ctrl-C arrives up
 * to three times (from the terminal, npm and the bootstrap), so what comes later is no sign of impatience.
 */
export function onStopRequest(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  // A reader that went away (a closed terminal, `| head`) must not end us before all is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // Listening must not keep a finished command alive.
  process.channel?.unref();
  return controller.signal;
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
