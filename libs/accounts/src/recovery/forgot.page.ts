import { html, type Locale, type PageTexts } from '@app/pages';
import { mailedLinkPage } from '../common/mailed-link.page';
import en from './locales/en.json';
import fr from './locales/fr.json';

const TEXTS: PageTexts<keyof typeof en> = { en, fr };

/** The page on which a person asks for the mail that leads to a new password. */
export function forgotPage(locale: Locale, nonce: string): string {
  const texts = TEXTS[locale];
  return mailedLinkPage({
    locale,
    nonce,
    texts: { ...texts, title: texts['forgot.title'], done: texts['forgot.done'] },
    action: 'forgot-password',
    isOpen: true,
    form: html`<form novalidate>
      <label for="email">${texts['forgot.label']}</label>
      <input
        id="email"
        type="email"
        data-field="email"
        autocomplete="username"
        maxlength="254"
        required
        aria-describedby="status"
      />
      <button>${texts['forgot.button']}</button>
    </form>`,
  });
}
