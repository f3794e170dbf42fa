import { EMPTY_ICON, type Html, html, htmlDocument, type Locale } from '@app/pages';

interface LinkPage {
  locale: Locale;
  nonce: string;
  title: string;
  body: Html;
  /** Further CSS rules. */
  styles?: Html;
}

/** The shell of the pages of mailed links. */
export function mailedLinkPage({ locale, nonce, title, body, styles }: LinkPage): string {
  return htmlDocument({
    lang: locale,
    title,
    theme: null,
    head: html`${EMPTY_ICON}
      <style nonce="${nonce}">
        :root {
          color-scheme: light dark;
          font:
            16px/1.5 system-ui,
            sans-serif;
        }
        body {
          margin: 0;
          padding: 2rem 1rem;
          display: grid;
          justify-content: center;
        }
        main {
          max-width: 24rem;
        }
        h1 {
          font-size: 1.5rem;
        }
        label {
          display: block;
          font-weight: 600;
        }
        input,
        button {
          font: inherit;
          box-sizing: border-box;
          width: 100%;
          min-height: 44px;
          padding: 0.5rem 0.75rem;
          border-radius: 8px;
          border: 1px solid #6b7280;
        }
        button {
          margin-top: 1rem;
          border: 0;
          background: #1d4ed8;
          color: #fff;
          font-weight: 600;
          cursor: pointer;
        }
        button:disabled {
          opacity: 0.6;
          cursor: default;
        }
        :focus-visible {
          outline: 3px solid #60a5fa;
          outline-offset: 2px;
        }
        #hint {
          margin: 0.25rem 0 0;
        }
        #status {
          font-weight: 600;
        }
        ${styles ?? ''}
      </style>`,
    body,
  });
}
