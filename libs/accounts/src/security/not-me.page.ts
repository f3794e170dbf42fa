import { html, type Locale, type PageTexts } from '@app/pages';
import { mailedLinkPage } from '../common/mailed-link.page';
import en from './locales/en.json';
import fr from './locales/fr.json';

const TEXTS: PageTexts<keyof typeof en> = { en, fr };

/** The page of the link in a security mail. Mail scanners open links, so it only asks; the button sends the token. */
export function notMePage(locale: Locale, nonce: string): string {
  const texts = TEXTS[locale];
  return mailedLinkPage({
    locale,
    nonce,
    texts,
    action: 'not-me',
    form: html`<form>
      <p>${texts.text}</p>
      <button>${texts.button}</button>
    </form>`,
  });
}
