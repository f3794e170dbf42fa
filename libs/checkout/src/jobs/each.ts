import type { Logger } from 'pino';

/** Works through `ids` one by one; one that fails is logged and keeps no other waiting. Returns how many it was done with. */
export async function each(
  ids: string[],
  log: Logger,
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  for (const id of ids) {
    try {
      if (await work(id)) done += 1;
    } catch (error) {
      log.error({ err: error, id }, 'checkout work failed; it stays due');
    }
  }
  return done;
}
