import { type ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { type Area, loadArea } from './texts';

const RELOADED = 'console.reloaded';

/**
 * A screen in a chunk of its own, with the texts of its areas. After a deploy the chunk of a page that was open before is
 * gone: the page is loaded anew, once.
 */
export function screen<Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  ...areas: Area[]
) {
  return lazy(async () => {
    try {
      const [found] = await Promise.all([load(), ...areas.map(loadArea)]);
      sessionStorage.removeItem(RELOADED);
      return found;
    } catch (error) {
      if (sessionStorage.getItem(RELOADED)) throw error;
      sessionStorage.setItem(RELOADED, '1');
      location.reload();
      return new Promise<never>(() => undefined);
    }
  });
}
