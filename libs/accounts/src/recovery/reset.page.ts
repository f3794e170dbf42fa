import { html, type Locale, type PageTexts } from '@app/pages';
import { mailedLinkPage } from '../security/mailed-link.page';
import en from './locales/en.json';
import fr from './locales/fr.json';

const TEXTS: PageTexts<keyof typeof en> = { en, fr };

/**
 * The page of a reset mail, where no other is configured. The token is in the fragment of its address: the script reads
 * it, removes it from the address and sends it in a request body only.
 */
export function resetPage(locale: Locale, nonce: string): string {
  const texts = TEXTS[locale];
  return mailedLinkPage({
    locale,
    nonce,
    title: texts.title,
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
