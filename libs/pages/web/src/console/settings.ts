import { signal } from '@preact/signals';
import { start } from './start';

/** What a reader has chosen in this browser. Storage may be off: then a choice lasts as long as the page. */
function stored(name: string, otherwise: string) {
  const key = `console.${name}`;
  const read = () => {
    try {
      return localStorage.getItem(key) ?? otherwise;
    } catch {
      return otherwise;
    }
  };
  const value = signal(read());
  const set = (next: string) => {
    value.value = next;
    try {
      localStorage.setItem(key, next);
    } catch {
      // The choice is kept in the signal only.
    }
  };
  return { value, set };
}

export const THEMES = ['system', 'light', 'dark'] as const;
export const LANGUAGES = [
  ['en', 'English'],
  ['fr', 'Français'],
] as const;

export const theme = stored('theme', 'system');
export const language = stored('language', start.lang);
/** The currency of the last plan, invoice or link that was made. */
export const currency = stored('currency', 'NGN');
/** Whether the keys of the console work: `on` or `off`. */
export const keys = stored('keys', 'on');

/** Shows the page in the theme that was chosen, else in that of the system. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.value.value === 'system') delete dataset.theme;
  else dataset.theme = theme.value.value;
}
