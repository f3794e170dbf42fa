import { brandFoot, brandStyle, type PageBrand } from './page-brand.view';
import { EMPTY_ICON, htmlDocument } from './html-document';
import { html, Html } from './html';
import { LANGUAGES, type Locale, type Texts } from './locales';
import type { Asset, PageScript } from './page-assets.service';

/** What every page of the layout is built with. */
export interface PageContext {
  nonce: string;
  locale: Locale;
  /** The path of the page, below which its forms are posted; empty where its address has no token. */
  path: string;
  style: Asset;
}

export interface Layout {
  title: string;
  texts: Texts;
  isTest?: boolean;
  theme?: 'light' | 'dark' | null;
  nonce: string;
  style: Asset;
  /** The script of the page and the data it starts with; without it the page needs no script. */
  script?: (PageScript & { start: object }) | null;
  content: Html;
  /** The path of the page, for the links to its other languages; absent: the address it was requested at. */
  path?: string;
  /** The text of the footer; absent: the text of the payment page. */
  foot?: string;
  /** Of the business that the page is about. */
  brand?: PageBrand;
}

/** The frame of the pages that buyers see: test banner, content, footer and choice of language. */
export function layout(page: Layout): string {
  const { title, texts, nonce, style, content, foot, path, brand } = page;
  const { isTest = false, theme = null, script = null } = page;
  return htmlDocument({
    lang: texts.locale,
    title,
    theme,
    head: html`${EMPTY_ICON} ${styleTag(style, nonce)} ${brand ? brandStyle(brand, nonce) : null}
    ${script && scriptTags(script, nonce)}`,
    body: html`${
        isTest &&
        html`<header class="test-banner">
          <p><strong>${texts.t('test.banner')}</strong> ${texts.t('test.hint')}</p>
        </header>`
      }
      <main>${content}</main>
      <footer class="foot">
        <p>${foot ?? texts.t('foot')}</p>
        ${brand ? brandFoot(brand, texts) : null}
        <nav class="languages" aria-label="${texts.t('language')}">${languages(texts, path)}</nav>
      </footer>`,
  });
}

/** The style sheet of a page. */
export function styleTag({ path, integrity }: Asset, nonce: string): Html {
  return html`<link rel="stylesheet" href="${path}" integrity="${integrity}" nonce="${nonce}" />`;
}

/** The script of a page and the data it starts with. */
export function scriptTags({ start, entry, preload }: PageScript & { start: object }, nonce: string): Html {
  return html`${preload.map(
      (chunk) =>
        html`<link
          rel="modulepreload"
          href="${chunk.path}"
          integrity="${chunk.integrity}"
          nonce="${nonce}"
        />`,
    )}
    <script type="application/json" id="start">
      ${json(start)}
    </script>
    <script type="module" src="${entry.path}" integrity="${entry.integrity}" nonce="${nonce}"></script>`;
}

function languages({ locale }: Texts, path = ''): Html[] {
  return LANGUAGES.map(([code, name]) =>
    code === locale
      ? html`<span lang="${code}" aria-current="true">${name}</span>`
      : html`<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}">${name}</a>`,
  );
}

/** Data for a script element. The first "</script" would end the element, so every sign of markup is escaped. */
function json(value: object): Html {
  return new Html(
    JSON.stringify(value).replace(/[<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  );
}
