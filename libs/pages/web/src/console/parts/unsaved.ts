import { t } from '../texts';

const held = new Set<object>();

/** Asks before input is left that was not sent. */
export const leaving = {
  keep(form: object, isUnsaved: boolean): void {
    if (isUnsaved) held.add(form);
    else held.delete(form);
  },
  /** Whether nothing is unsaved, or the reader gives it up. */
  isAllowed(): boolean {
    const isAllowed = held.size === 0 || confirm(t('unsaved'));
    if (isAllowed) held.clear();
    return isAllowed;
  },
};

/** Before the router sees a click on a link, and before the page is closed. */
export function watchLeaving(): void {
  const look = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!link || link.hasAttribute('download') || link.getAttribute('target') === '_blank') return;
    if (!leaving.isAllowed()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  addEventListener('click', look, { capture: true });
  addEventListener('beforeunload', (event) => held.size > 0 && event.preventDefault());
}
