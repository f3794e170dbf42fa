import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { asked, buyer, keepBuyer } from './buyer';
import { checkEmail, digitsUpTo } from './card';
import { Field, Form, Heading, Problem, useField } from './fields';
import { call, isBusy, newKey, problem, refresh, session } from './session';
import { refusal } from './messages';
import { t } from './texts';
import type { Answer } from './wire';

/** Shows a form to pay into escrow once the guest has confirmed an address of their own. */
export function BuyerGate({ form }: { form: () => ComponentChildren }) {
  if (buyer.value === null) return asked.value === null ? <EmailForm /> : <ConfirmForm email={asked.value} />;
  return (
    <>
      <p role="status">
        {t(session.value.is_test ? 'buyer.confirmed.test' : 'buyer.confirmed', { email: buyer.value.email })}{' '}
        <button class="link" id="other-email" type="button" onClick={() => keepBuyer(null)}>
          {t('buyer.change')}
        </button>
      </p>
      {form()}
    </>
  );
}

function EmailForm() {
  const email = useField(checkEmail);
  return (
    <>
      <p>{t('buyer.text')}</p>
      <Form
        id="buyer-form"
        fields={[email]}
        label={t('buyer.send')}
        busyLabel={t('busy.open')}
        autocomplete="on"
        lost={t('problem.retry')}
        send={() => sendCode(email.value().trim())}
      >
        <Field
          id="buyer-email"
          label={t('wallet.email')}
          field={email}
          type="email"
          inputmode="email"
          autocomplete="email"
        />
      </Form>
    </>
  );
}

function ConfirmForm({ email }: { email: string }) {
  const code = useField((text) => (/^\d{6}$/.test(text) ? null : 'fault.code'), digitsUpTo(6));
  useEffect(() => code.input.current?.focus(), []);
  const send = async () => {
    const { answer } = await call('confirm-buyer', { buyer_email: email, otp: code.value() });
    if (answer.success) return keepBuyer({ email, token: answer.buyer_token as string });
    code.clear();
    problem.value = refusalOf(answer);
  };
  const again = async () => {
    if (isBusy.value) return;
    problem.value = '';
    isBusy.value = true;
    await sendCode(email).catch(() => (problem.value = t('problem.retry')));
    isBusy.value = false;
  };
  return (
    <>
      <p role="status">{t(session.value.is_test ? 'buyer.test' : 'buyer.sent', { email })}</p>
      <Form
        id="buyer-code-form"
        fields={[code]}
        label={t('confirm')}
        busyLabel={t('busy.confirm')}
        lost={t('problem.retry')}
        send={send}
      >
        <Field
          id="buyer-code"
          label={t('buyer.code')}
          field={code}
          className="code"
          autocomplete="one-time-code"
        />
      </Form>
      <p class="fine row">
        <button class="link" type="button" onClick={() => void again()}>
          {t('buyer.again')}
        </button>
        <button class="link" type="button" onClick={() => (asked.value = null)}>
          {t('buyer.change')}
        </button>
      </p>
    </>
  );
}

async function sendCode(email: string): Promise<void> {
  const { answer } = await call('buyer-code', { buyer_email: email });
  if (answer.success) asked.value = email;
  else problem.value = refusalOf(answer);
}

function refusalOf(answer: Answer): string {
  const { error_code: code, tries_left: left } = answer;
  if (code === 'LIMIT_REACHED') return t('buyer.over');
  if (code !== 'VALIDATION_ERROR') return refusal(answer);
  if (typeof left === 'number') return t('code.wrong', { reason: t('buyer.wrong'), left });
  return t('buyer.refused', { merchant: session.value.merchant.name });
}

/** A payment into escrow that was started in another browser: its money would be held for the one who started it. */
export function StartedElsewhere() {
  const startOver = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = '';
    const { payment, gw_ref } = session.value;
    const isCard = payment?.method === 'card';
    try {
      await call(isCard ? 'pay-card-cancel' : 'pay-cancel', isCard ? { gw_ref } : {}, { key: newKey() });
    } catch {
      problem.value = t('problem.retry');
    }
    isBusy.value = false;
    await refresh();
  };
  return (
    <section class="panel" aria-labelledby="title">
      <Heading>{t('elsewhere.title')}</Heading>
      <p>{t('elsewhere.text')}</p>
      <Problem />
      <button class="button" id="start-over" type="button" onClick={() => void startOver()}>
        {t('elsewhere.again')}
      </button>
    </section>
  );
}

/** Where a guest who has paid into escrow releases or disputes. */
export function EscrowLink() {
  const { escrow, payment, is_test: isTest } = session.value;
  if (!escrow || !payment || payment.method === 'wallet') return null;
  if (escrow.portal_url === null)
    return <p>{t(isTest ? 'paid.escrow.mailed.test' : 'paid.escrow.mailed')}</p>;
  return (
    <>
      <p>{t(isTest ? 'paid.escrow.test' : 'paid.escrow', { email: buyer.value?.email ?? '' })}</p>
      <a class="button quiet" id="portal" href={escrow.portal_url} target="_blank" rel="noreferrer">
        {t('paid.escrow.link')}
      </a>
    </>
  );
}
