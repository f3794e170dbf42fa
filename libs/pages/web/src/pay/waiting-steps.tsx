import { useEffect, useState } from 'preact/hooks';
import { continueUrl, isFramed } from './embed';
import { Heading, Problem } from './fields';
import { call, isBusy, newKey, problem, serverNow, session } from './session';
import { settle } from './settle';
import { limit, money, t } from './texts';
import type { Payment } from './wire';

/** Instructions for a payment outside this page, while the page waits for it. */
export function WaitingStep({ payment }: { payment: Payment }) {
  switch (payment.method) {
    case 'bank_transfer':
      return <Transfer payment={payment} />;
    case 'ussd':
      return <Ussd payment={payment} />;
    case 'mobile_money':
      return (
        <Step payment={payment} title={t('momo.title')}>
          <p>{t('momo.waiting', { phone: payment.instructions?.phone ?? '' })}</p>
        </Step>
      );
    default:
      return (
        <Step payment={payment} title={t('ext.title')}>
          <p>{t('ext.waiting')}</p>
        </Step>
      );
  }
}

interface StepProps {
  payment: Payment;
  title: string;
  children: preact.ComponentChildren;
}

function Step({ payment, title, children }: StepProps) {
  const { redirect_url: url } = session.value;
  const back = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = '';
    try {
      await settle(await call('pay-cancel', {}, { key: newKey() }));
    } catch {
      isBusy.value = false;
      problem.value = t('problem.retry');
    }
  };
  return (
    <section class="panel" aria-labelledby="title">
      <Heading>{title}</Heading>
      <Problem />
      {children}
      {url !== null && (
        <a
          class="button"
          href={isFramed ? continueUrl() : url}
          target={isFramed ? '_top' : undefined}
          rel="noreferrer"
        >
          {t('ext.start')}
        </a>
      )}
      {payment.simulate_url !== undefined && (
        <p class="fine">
          <a href={payment.simulate_url} target="_blank" rel="noreferrer">
            {t('simulate')}
          </a>
        </p>
      )}
      <button class="button quiet" id="back" type="button" onClick={() => void back()}>
        {t('back')}
      </button>
    </section>
  );
}

function Transfer({ payment }: { payment: Payment }) {
  const { instructions, expires_at: expiresAt } = payment;
  const left = useSecondsUntil(expiresAt);
  if (instructions === null || left === 0) {
    return (
      <Step payment={payment} title={t('transfer.title')}>
        <p class="notice bad">{t('transfer.over')}</p>
      </Step>
    );
  }
  const { account_number: number = '', account_name: name = null, note = null } = instructions;
  // Most notes say again what stands above them.
  const hint = name !== null || note?.includes(number) ? null : note;
  return (
    <Step payment={payment} title={t('transfer.title')}>
      <dl class="instructions">
        <Copyable label={t('transfer.account')} text={number} />
        <Copyable label={t('transfer.bank')} text={instructions.bank_name!} />
        {name !== null && <Copyable label={t('transfer.name')} text={name} />}
        <Copyable label={t('transfer.amount')} text={money(payment)} copies={payment.amount.toFixed(2)} />
      </dl>
      {hint !== null && <p>{hint}</p>}
      {expiresAt !== null && (
        <p class="countdown">
          {limit({ end: expiresAt, now: serverNow(), until: 'transfer.until', left: 'transfer.left' })}
        </p>
      )}
      <Live text={t('transfer.waiting')} />
    </Step>
  );
}

function Ussd({ payment }: { payment: Payment }) {
  const code = payment.instructions?.ussd_code;
  return (
    <Step payment={payment} title={t('ussd.title')}>
      {code !== undefined && (
        <>
          <dl class="instructions">
            <Copyable label={t('ussd.dial')} text={code} />
          </dl>
          <a class="button" href={`tel:${encodeURIComponent(code)}`}>
            {t('ussd.call')}
          </a>
        </>
      )}
      <Live text={t('ussd.waiting')} />
    </Step>
  );
}

function Live({ text }: { text: string }) {
  return (
    <p class="live" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

interface CopyableProps {
  label: string;
  text: string;
  /** The text that is copied, where it differs from the one shown. */
  copies?: string;
}

function Copyable({ label, text, copies = text }: CopyableProps) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    // A frame without the permission cannot copy; the text can be selected.
    await navigator.clipboard.writeText(copies).then(
      () => setDone(true),
      () => undefined,
    );
  };
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span class="copied-text">{text}</span>
        <button class="link" type="button" aria-label={`${t('copy')}: ${label}`} onClick={() => void copy()}>
          <span aria-live="polite">{done ? t('copied') : t('copy')}</span>
        </button>
      </dd>
    </div>
  );
}

/** Whole seconds left; 0 after the end, null where there is no end. */
export function useSecondsUntil(iso: string | null): number | null {
  const left = () => (iso === null ? null : Math.max(0, Math.ceil((Date.parse(iso) - serverNow()) / 1000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 1000);
    return () => clearInterval(timer);
  }, [iso]);
  return seconds;
}
