/**
 * The hosted page's script. The server draws every state; the script formats what is typed, sends it to this host's
 * own API, and loads the page again when the state has changed. Card data is in the form and in one request, nowhere else.
 */
export const PAY_SCRIPT = String.raw`'use strict';
(() => {
  const page = document.body.dataset;
  const byId = (id) => document.getElementById(id);

  function randomKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  async function call(action, fields, key) {
    const response = await fetch('/api/sessions.php?action=' + action, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        'x-session-token': page.token,
        'x-idempotency-key': key,
      },
      body: JSON.stringify({ session_id: page.session, ...fields }),
    });
    return { status: response.status, answer: await response.json() };
  }

  const showAgain = () => location.replace(location.pathname);

  // ---- errors -------------------------------------------------------------------------------------------

  function showProblem(text) {
    const notice = byId('problem');
    notice.textContent = text;
    notice.hidden = false;
    notice.focus();
  }

  function setError(input, text) {
    const error = byId(input.id + '-error');
    error.textContent = text;
    error.hidden = text === '';
    input.setAttribute('aria-invalid', String(text !== ''));
  }

  /** Checks every field; the first wrong one gets the focus. */
  function allRight(fields) {
    let firstWrong = null;
    for (const [input, check] of fields) {
      const fault = check(input.value);
      setError(input, fault);
      if (fault && !firstWrong) firstWrong = input;
    }
    if (firstWrong) firstWrong.focus();
    return !firstWrong;
  }

  /** A fault shows when a field is left, and goes away as soon as it is mended. */
  function checkLive([input, check]) {
    input.addEventListener('blur', () => input.value !== '' && setError(input, check(input.value)));
    input.addEventListener('input', () => {
      if (input.getAttribute('aria-invalid') === 'true') setError(input, check(input.value));
    });
  }

  // ---- what is typed ------------------------------------------------------------------------------------

  const digitsOf = (text) => text.replace(/\D/g, '');

  /** Rewrites a field as it is typed, keeping the caret behind the same digit. */
  function formatted(input, format) {
    input.addEventListener('input', () => {
      const atEnd = input.selectionStart === input.value.length;
      const before = digitsOf(input.value.slice(0, input.selectionStart)).length;
      input.value = format(digitsOf(input.value), input.value);
      if (document.activeElement !== input) return;
      let caret = atEnd ? input.value.length : 0;
      for (let seen = 0; !atEnd && caret < input.value.length && seen < before; caret++) {
        if (/\d/.test(input.value[caret])) seen += 1;
      }
      input.setSelectionRange(caret, caret);
    });
  }

  const BRANDS = [
    ['Verve', /^(506[01]|507[89]|6500)/],
    ['Visa', /^4/],
    ['Mastercard', /^(5[1-5]|2[2-7])/],
    ['Amex', /^3[47]/],
    ['Discover', /^6(011|5)/],
  ];
  const brandOf = (digits) => (BRANDS.find(([, pattern]) => pattern.test(digits)) || [''])[0];

  function groupedNumber(digits) {
    if (brandOf(digits) !== 'Amex') return digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 ');
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ');
  }

  /** "MM / YY"; a year of four digits is taken as it is typed. */
  function groupedExpiry(digits, typed) {
    let text = digits;
    if (/^[2-9]/.test(text)) text = '0' + text;
    else if (/^1\s*\/$/.test(typed)) text = '01';
    text = text.slice(0, text.slice(2, 4) === '20' ? 6 : 4);
    return text.length > 2 ? text.slice(0, 2) + ' / ' + text.slice(2) : text;
  }

  // ---- the card form ------------------------------------------------------------------------------------

  function isPast(month, year) {
    const today = new Date();
    return year * 12 + month - 1 < today.getFullYear() * 12 + today.getMonth();
  }

  const checks = {
    number: (text) => (/^\d{12,19}$/.test(digitsOf(text)) ? '' : 'Enter the full card number.'),
    expiry: (text) => {
      const digits = digitsOf(text);
      const month = +digits.slice(0, 2);
      if (!/^(..|..20)..$/.test(digits) || month < 1 || month > 12) return 'Enter month and year, as MM / YY.';
      return isPast(month, 2000 + +digits.slice(-2)) ? 'This card has expired.' : '';
    },
    cvv: (text) => (/^\d{3,4}$/.test(text) ? '' : 'Enter the 3 or 4 digits.'),
    name: () => '',
    code: (text) => (/^\d{3,12}$/.test(text) ? '' : 'Enter the digits of your code.'),
  };

  /** Disables the form while its request is under way; a request that got lost is repeated under its own key. */
  function submitWith(form, fields, send) {
    const button = form.querySelector('button[type=submit]');
    const label = button.querySelector('.label');
    const idle = label.textContent;
    let key = randomKey();
    const busy = (yes) => {
      button.disabled = yes;
      button.querySelector('.spinner').hidden = !yes;
      label.textContent = yes ? button.dataset.busy : idle;
      form.setAttribute('aria-busy', String(yes));
    };
    for (const field of fields) checkLive(field);
    form.addEventListener('input', () => (key = randomKey()));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (button.disabled || !allRight(fields)) return;
      byId('problem').hidden = true;
      busy(true);
      try {
        if (await send(key)) return;
        key = randomKey();
      } catch {
        showProblem('The connection was lost. Press the button again: you will not be charged twice.');
      }
      busy(false);
    });
    button.disabled = false;
  }

  /** Whether the page is about to change. */
  function settle({ status, answer }) {
    if (answer.success && answer.redirect_url) location.assign(answer.redirect_url);
    else if (answer.success || status === 409 || status === 410) showAgain();
    else {
      showProblem(answer.message || 'The payment could not be made. Try again.');
      return false;
    }
    return true;
  }

  const cardForm = byId('card-form');
  if (cardForm) {
    const [number, expiry, cvv, name] = ['number', 'expiry', 'cvv', 'name'].map(byId);
    const brand = byId('brand');
    formatted(number, groupedNumber);
    formatted(expiry, groupedExpiry);
    formatted(cvv, (digits) => digits.slice(0, 4));
    number.addEventListener('input', () => {
      brand.textContent = brandOf(digitsOf(number.value));
      brand.hidden = brand.textContent === '';
    });
    const fields = [[number, checks.number], [expiry, checks.expiry], [cvv, checks.cvv], [name, checks.name]];
    submitWith(cardForm, fields, async (key) => {
      const [month, year] = expiry.value.split('/').map((part) => part.trim());
      const card = { number: digitsOf(number.value), expiry_month: month, expiry_year: year, cvv: cvv.value };
      if (name.value.trim()) card.name = name.value.trim();
      const leaves = settle(await call('pay-card', { card }, key));
      if (!leaves) cvv.value = '';
      return leaves;
    });
  }

  // ---- the buyer's further steps ------------------------------------------------------------------------

  const codeForm = byId('code-form');
  if (codeForm) {
    const code = byId('code');
    formatted(code, (digits) => digits.slice(0, 12));
    submitWith(codeForm, [[code, checks.code]], async (key) => {
      const result = await call('pay-card-submit', { gw_ref: page.gwRef, otp: code.value }, key);
      // A wrong code may be tried again here; any other refusal of it has ended the attempt.
      if (result.status === 400 && result.answer.tries_left === undefined) {
        showAgain();
        return true;
      }
      const leaves = settle(result);
      if (!leaves) code.value = '';
      return leaves;
    });
  }

  const otherCard = byId('other-card');
  if (otherCard) {
    otherCard.hidden = false;
    otherCard.addEventListener('click', async () => {
      otherCard.disabled = true;
      try {
        await call('pay-card-cancel', { gw_ref: page.gwRef }, randomKey());
        showAgain();
      } catch {
        otherCard.disabled = false;
        showProblem('The connection was lost. Try again.');
      }
    });
  }

  // ---- waiting, and going back --------------------------------------------------------------------------

  /** Asks how things stand until they stand differently. */
  async function follow() {
    try {
      const url = '/api/sessions.php?action=public-status&session_id=' + encodeURIComponent(page.session);
      const response = await fetch(url, { credentials: 'omit', headers: { 'x-session-token': page.token } });
      const answer = await response.json();
      if (answer.success && (answer.status !== page.status || (answer.auth_mode || '') !== page.step)) {
        return showAgain();
      }
    } catch {
      // Asked again below.
    }
    setTimeout(follow, 2000);
  }
  if (page.follow !== undefined) setTimeout(follow, 1000);

  // A page that the browser kept, shown again by its back button, may be long out of date.
  addEventListener('pageshow', (event) => event.persisted && showAgain());

  if (page.leaveTo) setTimeout(() => location.assign(page.leaveTo), 4000);
})();
`;
