import type { Logger } from 'pino';

/** So many questions to a slow gateway run at once. */
const AT_ONCE = 8;

/** Works through `ids`; one that fails is logged and keeps no other waiting. Returns how many it was done with. */
export async function each(
  ids: string[],
  log: Logger,
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  const one = async (id: string) => {
    try {
      if (await work(id)) done += 1;
    } catch (error) {
      log.error({ err: error, id }, 'checkout work failed; it stays due');
    }
  };
  for (let i = 0; i < ids.length; i += AT_ONCE) await Promise.all(ids.slice(i, i + AT_ONCE).map(one));
  return done;
}
