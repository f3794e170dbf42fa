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
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [route, help]);
}
