import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { menu } from './menu';
import { to } from './mode';
import { leaving } from './parts/unsaved';
import { keys } from './settings';

/** How long `g` waits for the letter of a screen. */
const PAUSE_MS = 1500;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Moves the focus along the rows of the list. */
function step(by: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main .row-link')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}

/** What the keys of the screen at hand do. */
const own = new Map<string, () => void>();

/** Gives a screen keys of its own, such as `a` to approve; null: not now. */
export function useScreenKeys(keysOf: Record<string, (() => void) | null>): void {
  useEffect(() => {
    for (const [key, act] of Object.entries(keysOf)) if (act) own.set(key, act);
    return () => Object.keys(keysOf).forEach((key) => own.delete(key));
  });
}

/** The keys of the console: `/` search, `g` and a letter for a screen, `j` and `k` along rows, `?` for help. */
export function useKeys(help: () => void): void {
  const { route } = useLocation();
  useEffect(() => {
    let since = 0;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isOff =
        keys.value.value === 'off' || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]');
      if (isOff || isTyping(event.target)) return;
      if (event.timeStamp - since < PAUSE_MS) {
        since = 0;
        const found = menu()
          .flatMap(([, entries]) => entries)
          .find((entry) => entry.key === key);
        if (found && leaving.isAllowed()) route(to(found.path));
        return;
      }
      if (key === 'g') since = event.timeStamp;
      else if (key === 'j') step(1);
      else if (key === 'k') step(-1);
      else if (key === '?') help();
      else if (key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('#search')?.focus();
      } else if (own.has(key)) {
        // The letter must not be typed into the field of a dialog that opens.
        event.preventDefault();
        own.get(key)!();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [route, help]);
}
