import { html, Html } from './html';
import { LANGUAGES, type Locale, type Texts } from './locales';
import type { PageFiles } from './page-assets';

/** What every page is written with. */
export interface PageMeans {
  nonce: string;
  locale: Locale;
  files: PageFiles;
}

export interface Layout {
  title: string;
  texts: Texts;
  isTest: boolean;
  theme: 'light' | 'dark' | null;
  nonce: string;
  files: PageFiles;
  /** What the script starts from; null where the page needs none. */
  start: object | null;
  content: Html;
  /** Where the page is read, in any language; absent: the address it stands at. */
  path?: string;
  /** At the foot of the page; absent: what a page to pay on says. */
  foot?: string;
}

/** The frame of every page of the checkout. */
export function layout({
  title,
  texts,
  isTest,
  theme,
  nonce,
  files,
  start,
  content,
  foot,
  path,
}: Layout): string {
  const { script, style, ahead } = files;
  const page = html`<!doctype html>
    <html lang="${texts.locale}" ${theme && html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="${theme ?? 'light dark'}" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style.path}" integrity="${style.integrity}" nonce="${nonce}" />
        ${
          start &&
          html`${ahead.map(
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
            <script
              type="module"
              src="${script.path}"
              integrity="${script.integrity}"
              nonce="${nonce}"
            ></script>`
        }
      </head>
      <body>
        ${
          isTest &&
          html`<header class="test-banner">
            <p><strong>${texts.t('test.banner')}</strong> ${texts.t('test.hint')}</p>
          </header>`
        }
        <main>${content}</main>
        <footer class="foot">
          <p>${foot ?? texts.t('foot')}</p>
          <nav class="languages" aria-label="${texts.t('language')}">${languages(texts, path)}</nav>
        </footer>
      </body>
    </html> `;
  return page.text;
}

function languages({ locale }: Texts, path = ''): Html[] {
  return LANGUAGES.map(([code, name]) =>
    code === locale
      ? html`<span lang="${code}" aria-current="true">${name}</span>`
      : html`<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}">${name}</a>`,
  );
}

/** Data in a script element ends where the first "</script" stands: nothing that looks like markup is left in it. */
function json(value: object): Html {
  return new Html(
    JSON.stringify(value).replace(/[<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  );
}
