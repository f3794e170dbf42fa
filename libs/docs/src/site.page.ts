import { EMPTY_ICON, html, type Html, htmlDocument } from '@app/pages';

export interface SitePage {
  title: string;
  /** The address of the style sheet. */
  style: string;
  content: Html;
  /** Whether it is the page at `/`. */
  isLanding?: boolean;
}

/** A page in the look of the documentation that a host makes itself. */
export function sitePage({ title, style, content, isLanding = false }: SitePage): string {
  return htmlDocument({
    lang: 'en',
    title: `${title} · Payments platform`,
    theme: null,
    head: html`${EMPTY_ICON} <link rel="stylesheet" href="${style}" />`,
    body: html`<header class="top">
        <a class="brand" href="/" ${isLanding && html`aria-current="page"`}
          ><span class="mark" aria-hidden="true">P</span>Payments platform</a
        >
        <nav class="parts" aria-label="Site">
          <a href="/docs">Docs</a>
          <a href="/docs/reference"><span class="wide">API </span>reference</a>
        </nav>
      </header>
      <main class="landing">${content}</main>`,
  });
}
