import { EMPTY_ICON, type Html, html, htmlDocument, type Locale } from '@app/pages';

interface LinkPage {
  locale: Locale;
  nonce: string;
  texts: Record<'title' | 'noScript' | 'done' | 'noToken' | 'noAnswer', string>;
  /** A form with one button. An input is sent under the name in its `data-field`. */
  form: Html;
  /** The action of `auth.php` that the form is sent to. */
  action: string;
  /** JavaScript that runs before the form can be sent, with `token`, `form`, `show` and `send`. */
  script?: Html;
  /** Whether the page can be used without a token. */
  isOpen?: boolean;
  /** Further CSS rules. */
  styles?: Html;
}

/**
 * The page of a mailed link: one form. The token is in the fragment of the address, which reaches no server: the script
 * reads it, removes it from the address and sends it in request bodies only. Inputs have no `name`, so that a browser
 * without the script never puts one into an address.
 */
export function mailedLinkPage(page: LinkPage): string {
  const { locale, nonce, texts, form, action, script, styles, isOpen = false } = page;
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
        ${styles ?? ''}
      </style>`,
    body: html`<main>
        <h1>${texts.title}</h1>
        <noscript><p>${texts.noScript}</p></noscript>
        ${form}
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
        const send = async (action, fields) => {
          const response = await fetch('/api/auth.php?action=' + action, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ ...(token && { token }), ...fields }),
          });
          return { ok: response.ok, body: await response.json() };
        };
        if (!token && !${String(isOpen)}) {
          form.hidden = true;
          show(output.dataset.noToken);
        }
        form.addEventListener('submit', async (event) => {
          event.preventDefault();
          button.disabled = true;
          try {
            const inputs = [...form.querySelectorAll('[data-field]')];
            const fields = Object.fromEntries(inputs.map(({ dataset, value }) => [dataset.field, value]));
            const { ok, body } = await send('${action}', fields);
            form.hidden = ok;
            show(ok ? output.dataset.done : body.message);
          } catch {
            show(output.dataset.noAnswer);
          }
          button.disabled = false;
        });
        ${script ?? ''};
      </script>`,
  });
}
