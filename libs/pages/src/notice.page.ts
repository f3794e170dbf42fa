import type { ErrorKind } from '@app/kernel';
import { html } from './html';
import { layout, type PageContext } from './layout';
import { Texts } from './locales';

export interface Notice extends PageContext {
  title: string;
  text: string;
  /** The path of the page, for the links to its other languages. */
  path?: string;
}

/** A page with a title and one sentence, shown instead of the requested one. */
export function noticePage({ title, text, locale, nonce, style, path }: Notice): string {
  return layout({
    title,
    texts: new Texts(locale, NO_TEXTS),
    nonce,
    style,
    path,
    isTest: false,
    theme: null,
    script: null,
    content: html`<section class="panel outcome">
      <h1>${title}</h1>
      <p>${text}</p>
    </section>`,
  });
}

/** The page of a request that was rate-limited or failed. */
export function troublePage(kind: ErrorKind, page: PageContext & { path?: string }): string {
  const texts = new Texts(page.locale, NO_TEXTS);
  const why = kind === 'rate-limited' ? 'busy' : 'fault';
  return noticePage({ ...page, title: texts.t(`${why}.title`), text: texts.t(`${why}.text`) });
}

/** These pages have the texts of the layout only. */
const NO_TEXTS = { en: {}, fr: {} };
