import { useLayoutEffect, useState } from 'preact/hooks';
import { Authority } from './authority';
import {
  brandOf,
  checkCode,
  checkCvv,
  checkExpiry,
  checkNumber,
  digitsOf,
  digitsUpTo,
  groupedExpiry,
  groupedNumber,
} from './card';
import { continueUrl, isFramed } from './embed';
import { Field, Form, Heading, Problem, useField } from './fields';
import { CardMarks } from './icons';
import { call, isBusy, newKey, problem, refresh, serverNow, session, start } from './session';
import { settle } from './settle';
import { money, t, type TextName } from './texts';

const TEST_CARDS: readonly [number: string, outcome: TextName][] = [
  ['4000 0000 0000 0000', 'tests.approved'],
  ['4000 0000 0000 0002', 'tests.insufficient'],
  ['4000 0000 0000 0010', 'tests.declined'],
  ['4000 0000 0000 0226', 'tests.otp'],
  ['4000 0000 0000 0341', 'tests.pin'],
  ['4000 0000 0000 0366', 'tests.pin_otp'],
  ['4000 0000 0000 3220', 'tests.bank'],
];

interface KeptCard {
  number: string;
  expiry: string;
  name: string;
}

/**
 * The card that was sent last, without its security code: filled in again when it was declined, so that a wrong code
 * costs the buyer no typing. It stays in the memory of this page.
 */
let kept: KeptCard | null = null;

/** Call it when the session has ended, or the buyer takes another card. */
export function forgetCard(): void {
  kept = null;
}

export function CardForm() {
  const [brand, setBrand] = useState(brandOf(kept?.number ?? ''));
  const number = useField(checkNumber, groupedNumber);
  const expiry = useField((text) => checkExpiry(text, new Date(serverNow())), groupedExpiry);
  const cvv = useField((text) => checkCvv(text, brand), digitsUpTo(4));
  const name = useField(() => null);
  const { card } = start;
  useLayoutEffect(() => {
    if (!kept || !card) return;
    number.fill(kept.number);
    expiry.fill(kept.expiry);
    name.fill(kept.name);
    cvv.input.current!.focus();
  }, []);
  const { is_test: isTest } = session.value;
  if (!card) return <p class="notice bad">{t('card.unavailable')}</p>;

  const send = async (key: string) => {
    const [month, year] = expiry.value().split('/').map(digitsOf);
    const holder = name.value().trim();
    const fields = {
      number: digitsOf(number.value()),
      expiry_month: month,
      expiry_year: year,
      cvv: cvv.value(),
      ...(holder !== '' && { name: holder }),
    };
    kept = { number: number.value(), expiry: expiry.value(), name: name.value() };
    const result = await call('pay-card', { card: fields }, { key });
    await settle(result);
    if (result.answer.success) return;
    cvv.clear();
    cvv.focus();
  };
  return (
    <>
      <Authority from="card" />
      <Form
        id="card-form"
        fields={[number, expiry, cvv, name]}
        label={t('pay', { amount: money(card) })}
        busyLabel={t('busy.pay')}
        isPayment
        autocomplete="on"
        send={send}
      >
        <Field
          id="number"
          label={t('card.number')}
          field={number}
          autocomplete="cc-number"
          placeholder="1234 5678 9012 3456"
          onInput={() => setBrand(brandOf(number.value()))}
        >
          <CardMarks brand={brand} />
        </Field>
        <div class="pair">
          <Field
            id="expiry"
            label={t('card.expiry')}
            field={expiry}
            autocomplete="cc-exp"
            placeholder={t('card.expiry.hint')}
          />
          <Field
            id="cvv"
            label={t('card.cvv')}
            field={cvv}
            autocomplete="cc-csc"
            placeholder={t('card.cvv.hint')}
          />
        </div>
        <Field id="name" label={t('card.name')} field={name} autocomplete="cc-name" inputmode="text" />
      </Form>
      {isTest && <TestCards />}
    </>
  );
}

function TestCards() {
  return (
    <details>
      <summary>{t('tests.title')}</summary>
      <ul>
        {TEST_CARDS.map(([number, outcome]) => (
          <li key={number}>
            <code>{number}</code> {t(outcome)}
          </li>
        ))}
      </ul>
      <p>{t('tests.hint')}</p>
    </details>
  );
}

/** Asks for the PIN or the one-time password of the card. */
export function CodeForm({ mode }: { mode: 'pin' | 'otp' }) {
  const code = useField(checkCode, digitsUpTo(12));
  const send = async (key: string) => {
    const fields = { gw_ref: session.value.gw_ref, otp: code.value(), auth_mode: mode };
    const result = await call('pay-card-submit', fields, { key });
    await settle(result);
    if (result.answer.success) return;
    code.clear();
    code.focus();
  };
  return (
    <section class="panel" aria-labelledby="title">
      <Heading>{t(`${mode}.title`)}</Heading>
      <p>{t(`${mode}.text`)}</p>
      {session.value.is_test && <p class="fine">{t(`${mode}.test`)}</p>}
      <Problem />
      <Form id="code-form" fields={[code]} label={t('confirm')} busyLabel={t('busy.confirm')} send={send}>
        <Field
          id="code"
          label={t(`${mode}.label`)}
          field={code}
          className="code"
          type={mode === 'pin' ? 'password' : 'text'}
          autocomplete={mode === 'pin' ? 'off' : 'one-time-code'}
        />
      </Form>
      <OtherCard />
    </section>
  );
}

/** Links to the page of the bank that confirms the payment. */
export function BankStep() {
  const { redirect_url: url } = session.value;
  return (
    <section class="panel" aria-labelledby="title">
      <Heading>{t('bank.title')}</Heading>
      <p>{t('bank.text')}</p>
      <Problem />
      <a
        class="button"
        href={isFramed ? continueUrl() : url!}
        target={isFramed ? '_top' : undefined}
        rel="noreferrer"
      >
        {t('bank.continue')}
      </a>
      <OtherCard />
    </section>
  );
}

function OtherCard() {
  const cancel = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await call('pay-card-cancel', { gw_ref: session.value.gw_ref }, { key: newKey() });
      forgetCard();
      problem.value = '';
    } catch {
      problem.value = t('problem.retry');
    }
    isBusy.value = false;
    await refresh();
  };
  return (
    <button class="button quiet" id="other-card" type="button" onClick={() => void cancel()}>
      {t('card.other')}
    </button>
  );
}
