const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const LOOK_EVERY_MS = 300;

/**
 * Calls `stop` with an exit code when this process should end. npm runs a script below a shell that ends on a signal
 * without forwarding it, so the script also stops when it has lost its parent.
 */
export function onAskedToEnd(stop) {
  for (const [signal, exitCode] of Object.entries(SIGNALS)) process.on(signal, () => void stop(exitCode));
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop(SIGNALS.SIGTERM);
  }, LOOK_EVERY_MS).unref();
}
