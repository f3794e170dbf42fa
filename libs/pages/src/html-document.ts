import { html, type Html } from './html';

export interface HtmlDocument {
  lang: string;
  title: string;
  /** The colours of the page; null: those that the browser prefers. */
  theme: 'light' | 'dark' | null;
  /** Styles and scripts. */
  head: Html;
  body: Html;
}

/** Stops browsers from requesting /favicon.ico. Needs `img-src data:` in the policy of the page. */
export const EMPTY_ICON = html`<link rel="icon" href="data:," />`;

/** The shell of every HTML page of the platform. */
export function htmlDocument({ lang, title, theme, head, body }: HtmlDocument): string {
  const attributes = html`lang="${lang}"${theme && html` data-theme="${theme}"`}`;
  const page = html`<!doctype html>
    <html ${attributes}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="${theme ?? 'light dark'}" />
        <title>${title}</title>
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  return page.text;
}
