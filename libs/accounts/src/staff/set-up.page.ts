import { html, type Locale, type PageTexts } from '@app/pages';
import { mailedLinkPage } from '../common/mailed-link.page';
import en from './locales/en.json';
import fr from './locales/fr.json';

const TEXTS: PageTexts<keyof typeof en> = { en, fr };

/** The page of a set-up link. The form appears once the invitation is read. */
export function setUpPage(locale: Locale, nonce: string): string {
  const texts = TEXTS[locale];
  return mailedLinkPage({
    locale,
    nonce,
    texts,
    action: 'staff-setup',
    styles: html`
      .hint { margin: 0.25rem 0 1rem; } img { display: block; width: 14rem; height: 14rem; background: #fff; }
      code { overflow-wrap: anywhere; }
    `,
    form: html`<form novalidate hidden>
      <p id="intro" data-text="${texts.intro}"></p>
      <label for="password">${texts.password}</label>
      <input
        id="password"
        type="password"
        data-field="password"
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
        data-field="totp_code"
        inputmode="numeric"
        autocomplete="one-time-code"
        required
        aria-describedby="code-hint status"
      />
      <p class="hint" id="code-hint">${texts.codeHint}</p>
      <button>${texts.button}</button>
    </form>`,
    script: html`
      const open = async () => { const { ok, body } = await send('staff-invitation'); if (!ok) return
      show(body.message); const intro = document.querySelector('#intro'); intro.textContent =
      intro.dataset.text .replace('{email}', () => body.email) .replace('{role}', () => body.role);
      document.querySelector('img').src = 'data:image/svg+xml,' + encodeURIComponent(body.qr_svg);
      document.querySelector('code').textContent = body.secret; form.hidden = false; }; if (token)
      open().catch(() => show(output.dataset.noAnswer));
    `,
  });
}
