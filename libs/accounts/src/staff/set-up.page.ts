import { html, type Locale, type PageTexts } from '@app/pages';
import { mailedLinkPage } from '../security/mailed-link.page';
import en from './locales/en.json';
import fr from './locales/fr.json';

const TEXTS: PageTexts<keyof typeof en> = { en, fr };

/**
 * The page of a set-up link. The token is in the fragment of its address: the script reads it, removes it from the
 * address and sends it in request bodies only.
 */
export function setUpPage(locale: Locale, nonce: string): string {
  const texts = TEXTS[locale];
  return mailedLinkPage({
    locale,
    nonce,
    title: texts.title,
    styles: html`
      .hint { margin: 0.25rem 0 1rem; } img { display: block; width: 14rem; height: 14rem; background: #fff; }
      code { overflow-wrap: anywhere; }
    `,
    body: html`<main>
        <h1>${texts.title}</h1>
        <noscript><p>${texts.noScript}</p></noscript>
        <form novalidate hidden>
          <p id="intro" data-text="${texts.intro}"></p>
          <label for="password">${texts.password}</label>
          <input
            id="password"
            type="password"
            autocomplete="new-password"
            minlength="10"
            maxlength="128"
            required
            aria-describedby="password-hint status"
          />
          <p class="hint" id="password-hint">${texts.hint}</p>
          <p>${texts.scan}</p>
          <img alt="${texts.picture}" />
          <p>${texts.key}: <code></code></p>
          <label for="code">${texts.code}</label>
          <input
            id="code"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="6"
            required
            aria-describedby="code-hint status"
          />
          <p class="hint" id="code-hint">${texts.codeHint}</p>
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
        const find = (selector) => document.querySelector(selector);
        const form = find('form');
        const button = find('button');
        const output = find('#status');
        const show = (text) => {
          output.textContent = text;
        };
        const send = async (action, fields) => {
          const response = await fetch('/api/auth.php?action=' + action, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ token, ...fields }),
          });
          return { ok: response.ok, body: await response.json() };
        };
        const open = async () => {
          const { ok, body } = await send('staff-invitation');
          if (!ok) return show(body.message);
          const intro = find('#intro');
          intro.textContent = intro.dataset.text
            .replace('{email}', () => body.email)
            .replace('{role}', () => body.role);
          find('img').src = 'data:image/svg+xml,' + encodeURIComponent(body.qr_svg);
          find('code').textContent = body.secret;
          form.hidden = false;
        };
        if (token) open().catch(() => show(output.dataset.noAnswer));
        else show(output.dataset.noToken);
        form.addEventListener('submit', async (event) => {
          event.preventDefault();
          button.disabled = true;
          try {
            const fields = { password: find('#password').value, totp_code: find('#code').value };
            const { ok, body } = await send('staff-setup', fields);
            form.hidden = ok;
            show(ok ? output.dataset.done : body.message);
          } catch {
            show(output.dataset.noAnswer);
          }
          button.disabled = false;
        });
      </script>`,
  });
}
