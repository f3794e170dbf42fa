/** A Redis database for this worker, or undefined if no redis-server is on PATH. */
export function testRedisUrl(): string | undefined {
  const url = process.env.TEST_REDIS_URL;
  return url ? `${url}/${process.env.JEST_WORKER_ID ?? '0'}` : undefined;
}
