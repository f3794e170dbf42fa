import { EMPTY_ICON, html, htmlDocument, type Locale, type PageTexts } from '@app/pages';
import en from './locales/en.json';
import fr from './locales/fr.json';

const TEXTS: PageTexts<keyof typeof en> = { en, fr };

/**
 * The page of a reset mail, where no other is configured. The token is in the fragment of its address: the script reads
 * it, removes it from the address and sends it in a request body only.
 */
export function resetPage(locale: Locale, nonce: string): string {
  const texts = TEXTS[locale];
  return htmlDocument({
    lang: locale,
    title: texts.title,
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
      </style>`,
    body: html`<main>
        <h1>${texts.title}</h1>
        <noscript><p>${texts.noScript}</p></noscript>
        <form novalidate>
          <label for="password">${texts.label}</label>
          <input
            id="password"
            type="password"
            autocomplete="new-password"
            minlength="10"
            maxlength="128"
            required
            aria-describedby="hint status"
          />
          <p id="hint">${texts.hint}</p>
          <button>${texts.button}</button>
        </form>
        <p
          id="status"
          role="status"
          data-done="${texts.done}"
          data-no-token="${texts.noToken}"
          data-no-answer="${texts.noAnswer}"
        ></p>
      </main>
      <script nonce="${nonce}">
        'use strict';
        const token = location.hash.slice(1);
        history.replaceState(null, '', location.pathname);
        const form = document.querySelector('form');
        const button = document.querySelector('button');
        const output = document.querySelector('#status');
        const show = (text) => {
          output.textContent = text;
        };
        if (!token) {
          form.hidden = true;
          show(output.dataset.noToken);
        }
        form.addEventListener('submit', async (event) => {
          event.preventDefault();
          button.disabled = true;
          try {
            const response = await fetch('/api/auth.php?action=reset-password', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ token, password: document.querySelector('#password').value }),
            });
            form.hidden = response.ok;
            show(response.ok ? output.dataset.done : (await response.json()).message);
          } catch {
            show(output.dataset.noAnswer);
          }
          button.disabled = false;
        });
      </script>`,
  });
}
