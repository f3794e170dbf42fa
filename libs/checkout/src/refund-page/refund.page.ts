import { businessMark, html, type Html, layout, type PageContext, Texts } from '@app/pages';
import type { AccountChoices, Choice } from '../refunds/refund-rail.port';
import type { RefundAccountForm } from './refund-page.dto';
import { REFUND_TEXTS, type RefundTexts } from './refund-page-texts';
import type { LookedUpAccount, ShownRefund } from './refund-pages.service';

interface RefundPage extends PageContext {
  shown: ShownRefund;
}

/** What the form asks for, and what was sent before. */
export interface NameForm {
  /** Null: mobile money where there is some. */
  type: RefundAccountForm['type'] | null;
  given: Partial<RefundAccountForm>;
  /** The field that could not be used; null where nothing was sent. */
  fault: string | null;
  /** Of the bank in `given`; null where it has to be chosen first, or needs none. */
  branches: readonly Choice[] | null;
}

const FAULTS = ['account_number', 'phone'] as const;

/** The page on which a payer names an account. It needs no script. */
export function namePage(page: RefundPage & { choices: AccountChoices; form: NameForm }): string {
  const { shown, choices, form, path } = page;
  const texts = textsOf(page);
  const isMobile = form.type ? form.type === 'mobile_money' : choices.networks.length > 0;
  const fields = (isMobile ? mobileFields : bankFields)(texts, choices, form, path);
  const hasOther = (isMobile ? choices.banks : choices.networks).length > 0;
  const other = isMobile ? 'bank' : 'mobile_money';
  return framed(
    page,
    texts,
    texts.t('refund.name.title'),
    html`<h1>${texts.t('refund.name.title')}</h1>
      <p>${texts.t('refund.name.text')}</p>
      ${form.fault !== null && html`<p class="notice bad" role="alert">${texts.t(faultOf(form.fault))}</p>`}
      ${fields}
      ${
        hasOther &&
        html`<p><a href="${path}?to=${other}&lang=${texts.locale}">${texts.t(`refund.to.${other}`)}</a></p>`
      }
      <p class="fine">${texts.t('refund.name.until', { time: texts.time(shown.until!) })}</p>`,
  );
}

/** The page on which a payer confirms the account. `name`: who holds it, by the bank or as given. */
export function confirmPage(page: RefundPage & { found: LookedUpAccount; name: string | null }): string {
  const { shown, found, name, path } = page;
  const texts = textsOf(page);
  const title = texts.t('refund.confirm.title');
  return framed(
    page,
    texts,
    title,
    html`<h1>${title}</h1>
      <dl class="receipt">
        ${name !== null && line(texts.t('refund.holder'), name)}
        ${line(texts.t('refund.account'), found.account.shown)}
      </dl>
      ${found.isDoubtful && html`<p class="notice due">${texts.t('refund.confirm.doubt')}</p>`}
      <form method="post" action="${path}/confirm?lang=${texts.locale}">
        <input type="hidden" name="account" value="${found.sealed.toString('base64url')}" />
        <button class="button">
          ${texts.t('refund.confirm', { amount: texts.money(shown.refund.charge) })}
        </button>
      </form>
      <p><a href="${path}?lang=${texts.locale}">${texts.t('refund.another')}</a></p>`,
  );
}

/** The page of a refund for which no account is awaited any more. */
export function statePage(page: RefundPage): string {
  const { shown } = page;
  const texts = textsOf(page);
  const { refund, merchant, account } = shown;
  const amount = texts.money(refund.charge);
  const [name, text] = stateOf(shown);
  const time = refund.endedAt ? texts.time(refund.endedAt) : '';
  const title = texts.t(`refund.${name}.title`);
  return framed(
    page,
    texts,
    title,
    html`<h1>${title}</h1>
      <p>${texts.t(text, { amount, account: account ?? '', merchant, time })}</p>`,
  );
}

function stateOf({ refund, account }: ShownRefund) {
  if (refund.status === 'completed')
    return ['sent', account === null ? 'refund.sent.plain' : 'refund.sent.text'] as const;
  if (account === null) return ['over', 'refund.over.text'] as const;
  if (refund.status === 'failed') return ['failed', 'refund.failed.text'] as const;
  if (refund.stage === 'stopped') return ['checked', 'refund.checked.text'] as const;
  return ['way', 'refund.way.text'] as const;
}

const textsOf = ({ locale }: PageContext): RefundTexts => new Texts(locale, REFUND_TEXTS);

function faultOf(field: string) {
  const known = FAULTS.find((one) => field.endsWith(one));
  return known ? (`refund.fault.${known}` as const) : 'refund.fault.other';
}

function framed(page: RefundPage, texts: RefundTexts, title: string, content: Html): string {
  const { shown, nonce, style, path } = page;
  const { refund, merchant, brand } = shown;
  return layout({
    title: `${title} – ${merchant}`,
    isTest: refund.mode === 'test',
    texts,
    nonce,
    style,
    brand,
    path,
    foot: texts.t('refund.foot'),
    content: html`${summary(texts, shown)}
      <section class="panel">
        ${content}
        <p class="fine">${texts.t('refund.reference', { reference: refund.refundId })}</p>
      </section>`,
  });
}

function summary(texts: RefundTexts, { refund, merchant, brand }: ShownRefund): Html {
  const { charge, reason, mode } = refund;
  return html`<section class="summary" aria-label="${texts.t('refund.summary')}">
    <p class="payee">
      ${businessMark(brand, merchant)}
      <span>${texts.t('refund.from', { merchant })}</span>
    </p>
    <p class="summary-label">${texts.t('refund.amount')}</p>
    <p class="amount"><span id="amount">${texts.money(charge)}</span></p>
    ${reason !== null && html`<p class="description typed">${reason}</p>`}
    ${mode === 'test' && html`<p class="fine">${texts.t('refund.test')}</p>`}
  </section>`;
}

function bankFields(
  texts: RefundTexts,
  { banks, hasBranches, namesHolder }: AccountChoices,
  { given, branches }: NameForm,
  path: string,
): Html {
  const bank = (name: string) =>
    choice(texts.t('refund.bank'), name, texts.t('refund.bank.choose'), banks, given.bank_code);
  // The branches are those of one bank, so that it is chosen first.
  if (hasBranches && branches === null)
    return html`<form method="get" action="${path}">
      <input type="hidden" name="to" value="bank" />
      <input type="hidden" name="lang" value="${texts.locale}" />
      ${bank('bank')}
      <button class="button">${texts.t('refund.continue')}</button>
    </form>`;
  return html`<form method="post" action="${path}/check?lang=${texts.locale}">
    <input type="hidden" name="type" value="bank" />
    ${bank('bank_code')}
    ${
      branches &&
      choice(
        texts.t('refund.branch'),
        'branch_code',
        texts.t('refund.branch.choose'),
        branches,
        given.branch_code,
      )
    }
    <div class="field">
      <label for="account_number">${texts.t('refund.number')}</label>
      <input
        id="account_number"
        name="account_number"
        inputmode="numeric"
        autocomplete="off"
        required
        maxlength="40"
        value="${given.account_number ?? ''}"
      />
    </div>
    ${!namesHolder && nameField(texts, given.account_name)}
    <button class="button">${texts.t('refund.continue')}</button>
  </form>`;
}

function nameField(texts: RefundTexts, value = ''): Html {
  return html`<div class="field">
    <label for="account_name">${texts.t('refund.holder')}</label>
    <input
      id="account_name"
      name="account_name"
      autocomplete="name"
      required
      maxlength="100"
      value="${value}"
    />
  </div>`;
}

function mobileFields(
  texts: RefundTexts,
  { networks }: AccountChoices,
  { given }: NameForm,
  path: string,
): Html {
  const operators = networks.map((code) => ({ code, name: code }));
  return html`<form method="post" action="${path}/check?lang=${texts.locale}">
    <input type="hidden" name="type" value="mobile_money" />
    ${choice(texts.t('refund.network'), 'network', texts.t('refund.network.choose'), operators, given.network)}
    <div class="field">
      <label for="phone">${texts.t('refund.phone')}</label>
      <input
        id="phone"
        name="phone"
        type="tel"
        autocomplete="tel"
        required
        maxlength="30"
        value="${given.phone ?? ''}"
      />
    </div>
    <button class="button">${texts.t('refund.continue')}</button>
  </form>`;
}

function choice(
  label: string,
  name: string,
  hint: string,
  choices: readonly Choice[],
  chosen?: string,
): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" required>
      <option value="">${hint}</option>
      ${choices.map(
        (one) => html`<option value="${one.code}" ${one.code === chosen && 'selected'}>${one.name}</option>`,
      )}
    </select>
  </div>`;
}

function line(term: string, value: string): Html {
  return html`<dt>${term}</dt>
    <dd>${value}</dd>`;
}
