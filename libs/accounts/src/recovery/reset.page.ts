/** What the page says, in the languages mails are written in. */
const TEXTS = {
  en: {
    title: 'Set a new password',
    label: 'New password',
    hint: 'At least 10 characters. Every session of your account ends.',
    button: 'Set password',
    done: 'Your password is set. You can sign in with it now.',
    noToken: 'This link is not complete. Open it again from the mail.',
    noAnswer: 'The service did not answer. Try again.',
    noScript: 'This page needs JavaScript.',
  },
  fr: {
    title: 'Choisir un nouveau mot de passe',
    label: 'Nouveau mot de passe',
    hint: 'Au moins 10 caractères. Toutes les sessions de votre compte prennent fin.',
    button: 'Enregistrer',
    done: 'Votre mot de passe est enregistré. Vous pouvez vous connecter.',
    noToken: 'Ce lien est incomplet. Ouvrez-le de nouveau depuis le message.',
    noAnswer: 'Le service ne répond pas. Réessayez.',
    noScript: 'Cette page a besoin de JavaScript.',
  },
};

/**
 * The page a reset mail leads to, where no other is configured. The token stands behind the # of its address: it is
 * read there, taken out of the address at once, and sent in a request body only.
 */
export function resetPage(language: keyof typeof TEXTS, nonce: string): string {
  const t = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${t.title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 2rem 1rem; display: grid; justify-content: center; }
main { max-width: 24rem; }
h1 { font-size: 1.5rem; }
label { display: block; font-weight: 600; }
input, button { font: inherit; box-sizing: border-box; width: 100%; min-height: 44px; padding: .5rem .75rem; border-radius: 8px; border: 1px solid #6b7280; }
button { margin-top: 1rem; border: 0; background: #1d4ed8; color: #fff; font-weight: 600; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
:focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px; }
#hint { margin: .25rem 0 0; }
#said { font-weight: 600; }
</style>
</head>
<body>
<main>
<h1>${t.title}</h1>
<noscript><p>${t.noScript}</p></noscript>
<form novalidate>
<label for="password">${t.label}</label>
<input id="password" type="password" autocomplete="new-password" minlength="10" maxlength="128" required aria-describedby="hint said">
<p id="hint">${t.hint}</p>
<button>${t.button}</button>
</form>
<p id="said" role="status" data-done="${t.done}" data-no-token="${t.noToken}" data-no-answer="${t.noAnswer}"></p>
</main>
<script nonce="${nonce}">
'use strict';
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const form = document.querySelector('form');
const button = document.querySelector('button');
const said = document.querySelector('#said');
const say = (text) => { said.textContent = text; };
if (!token) {
  form.hidden = true;
  say(said.dataset.noToken);
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
    say(response.ok ? said.dataset.done : (await response.json()).message);
  } catch {
    say(said.dataset.noAnswer);
  }
  button.disabled = false;
});
</script>
</body>
</html>
`;
}

/** Nothing from elsewhere, no frame around it, no address handed on; script and style are those of this answer. */
export function resetPageHeaders(nonce: string): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}
