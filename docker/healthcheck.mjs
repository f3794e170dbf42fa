/** Checks whether the app in this container is ready, because the image has no curl. */
const url = `http://127.0.0.1:${process.env.HEALTH_PORT}/health/ready`;
const ready = await fetch(url, { signal: AbortSignal.timeout(2_500) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
