import { html, type Locale, type PageTexts } from '@app/pages';
import { mailedLinkPage } from '../common/mailed-link.page';
import en from './locales/en.json';
import fr from './locales/fr.json';

const TEXTS: PageTexts<keyof typeof en> = { en, fr };

/** The page of a reset mail, where no other is configured. */
export function resetPage(locale: Locale, nonce: string): string {
  const texts = TEXTS[locale];
  return mailedLinkPage({
    locale,
    nonce,
    texts,
    action: 'reset-password',
    form: html`<form novalidate>
      <label for="password">${texts.label}</label>
      <input
        id="password"
        type="password"
        data-field="password"
        autocomplete="new-password"
        minlength="10"
        maxlength="128"
        required
        aria-describedby="hint status"
      />
      <p id="hint">${texts.hint}</p>
      <button>${texts.button}</button>
    </form>`,
  });
}
