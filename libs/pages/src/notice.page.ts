import type { ErrorKind } from '@app/kernel';
import { html } from './html';
import { layout, type PageContext } from './layout';
import { type LayoutText, type PageTexts, Texts } from './locales';

/** The names of the texts of a notice. */
export interface NoticeTexts<Name> {
  title: Name;
  text: Name;
  /** The link to the page that a form was sent from. */
  back?: Name;
  foot?: Name;
}

/** A page with a title and one sentence, shown instead of the requested one. */
export function noticePage<Name extends string>(
  page: PageContext,
  family: PageTexts<Name>,
  names: NoticeTexts<Name | LayoutText>,
): string {
  const texts = new Texts(page.locale, family);
  const title = texts.t(names.title);
  return layout({
    ...page,
    title,
    texts,
    foot: names.foot && texts.t(names.foot),
    content: html`<section class="panel outcome">
      <h1>${title}</h1>
      <p>${texts.t(names.text)}</p>
      ${
        names.back !== undefined &&
        html`<a class="button" href="${page.path}?lang=${page.locale}">${texts.t(names.back)}</a>`
      }
    </section>`,
  });
}

/** The page of a request that was rate-limited or failed. */
export function troublePage(kind: ErrorKind, page: PageContext): string {
  const why = kind === 'rate-limited' ? 'busy' : 'fault';
  return noticePage<never>(page, NO_TEXTS, { title: `${why}.title`, text: `${why}.text` });
}

/** These pages have the texts of the layout only. */
const NO_TEXTS = { en: {}, fr: {} };
