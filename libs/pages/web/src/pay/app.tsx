import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { BuyerGate, StartedElsewhere } from './buyer-step';
import { BankStep, CardForm, CodeForm, forgetCard } from './card-steps';
import { Heading, Problem } from './fields';
import { Icon } from './icons';
import { ExtwalletForm, MobileMoneyForm, TransferForm, UssdForm } from './method-forms';
import { BusinessMark } from './business-mark';
import { Expired, Leave, Paid, Waiting } from './outcome';
import { due, paysByCard, problem, refresh, serverNow, session, start } from './session';
import { amountOf, ending, limit, money, rateText, t } from './texts';
import { useSecondsUntil, WaitingStep } from './waiting-steps';
import { WalletForm } from './wallet-form';
import type { Escrow, Method } from './wire';

/** Screen readers are given the end of the session during this time before it. */
const SOON_SECONDS = 5 * 60;
const FORMS: Record<Method, () => preact.ComponentChild> = {
  card: () => <CardForm />,
  wallet: () => <WalletForm />,
  bank_transfer: () => <TransferForm />,
  ussd: () => <UssdForm />,
  mobile_money: () => <MobileMoneyForm />,
  extwallet: () => <ExtwalletForm />,
};

export function App() {
  useEffect(() => {
    const { status, merchant } = session.value;
    document.title = `${t(`title.${status}`)} – ${merchant.name}`;
    if (status === 'completed' || status === 'expired') forgetCard();
  }, [session.value.status]);
  return (
    <>
      <Summary />
      <Panel />
    </>
  );
}

function Panel() {
  const { status, auth_mode: mode, payment, escrow } = session.value;
  if (status === 'completed') return <Paid />;
  if (status === 'expired') return <Expired />;
  if (escrow?.started_elsewhere) return <StartedElsewhere />;
  if (status === 'processing' && payment?.state === 'waiting') {
    if (mode === 'pin' || mode === 'otp') return <CodeForm mode={mode} key={mode} />;
    if (payment.method === 'card') return <BankStep />;
    return <WaitingStep payment={payment} key={payment.method} />;
  }
  if (status === 'processing') return <Waiting />;
  return <Methods />;
}

/** The summary that the server has rendered, kept up to date. */
function Summary() {
  const { status, merchant, amount, currency, description, escrow } = session.value;
  const { isDeposit } = start;
  const label = status === 'completed' || status === 'expired' ? status : 'pending';
  return (
    <section class="summary" aria-label={t('summary.label')}>
      <p class="payee">
        <BusinessMark />
        <span>{merchant.name}</span>
      </p>
      <p class="summary-label">{isDeposit ? t('summary.deposit') : t(`summary.${label}`)}</p>
      <p class="amount">
        <span id="amount">{money(due.value)}</span>
      </p>
      <Converted />
      {description !== null && <p class="description typed">{description}</p>}
      {escrow && (
        <>
          <dl class="lines">
            <dt>{t('summary.order')}</dt>
            <dd>{money({ amount, currency })}</dd>
            <dt>{t('summary.fee')}</dt>
            <dd>{money({ amount: escrow.fee, currency })}</dd>
          </dl>
          <p class="fine">{t('summary.escrow', { merchant: merchant.name })}</p>
          <EscrowTerms escrow={escrow} />
        </>
      )}
    </section>
  );
}

/** What a card pays for an amount in another currency. Its place stays empty for the other ways to pay. */
function Converted() {
  const { status, payment, currency } = session.value;
  const { card } = start;
  if (!card || card.rate === null || card.currency === currency) return null;
  const isByCard = status === 'pending' ? paysByCard.value : payment?.method === 'card';
  const values = {
    asked: money(due.value),
    rate: rateText(card.rate, card.currency),
    amount: money(card),
  };
  return <p class={isByCard ? 'converted' : 'converted away'}>{t('summary.converted', values)}</p>;
}

function EscrowTerms({ escrow: { condition, deadline_days: days } }: { escrow: Escrow }) {
  if (condition === null && days === null) return null;
  return (
    <dl class="statements terms">
      {condition !== null && (
        <>
          <dt>{t('escrow.condition')}</dt>
          <dd>{condition}</dd>
        </>
      )}
      {days !== null && (
        <>
          <dt>{t('escrow.deadline')}</dt>
          <dd>{t('escrow.deadline.days', { time: amountOf(days, 'day') })}</dd>
        </>
      )}
    </dl>
  );
}

function Methods() {
  const methods = session.value.payment_methods.filter((method) => method in FORMS);
  const [chosen, choose] = useState<Method | undefined>(methods[0]);
  const { merchant, escrow } = session.value;
  useLayoutEffect(() => void (paysByCard.value = chosen === 'card'), [chosen]);
  if (chosen === undefined) {
    return (
      <section class="panel" aria-labelledby="title">
        <Heading>{t('method.none')}</Heading>
        <Problem />
        <Leave label={t('cancel', { merchant: merchant.name })} />
      </section>
    );
  }
  const select = (method: Method) => {
    problem.value = '';
    choose(method);
  };
  return (
    <section class="panel" aria-labelledby="title">
      <Heading>
        {methods.length === 1
          ? t(`${TITLES[chosen]}.title`, { platform: start.platform })
          : t('method.legend')}
      </Heading>
      <Problem />
      {methods.length > 1 && (
        <fieldset class="methods">
          <legend class="hidden">{t('method.legend')}</legend>
          {methods.map((method) => (
            <label key={method} class="method">
              <input type="radio" name="method" checked={method === chosen} onChange={() => select(method)} />
              <Icon name={method} />
              <span>{t(`method.${method}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div key={chosen} class="method-form">
        {escrow && chosen !== 'wallet' ? <BuyerGate form={FORMS[chosen]} /> : FORMS[chosen]()}
      </div>
      <div class="fine">
        <Deadline />
        <p>
          <Leave label={t('cancel', { merchant: merchant.name })} />
        </p>
      </div>
    </section>
  );
}

const TITLES = {
  card: 'card',
  wallet: 'wallet',
  bank_transfer: 'transfer',
  ussd: 'ussd',
  mobile_money: 'momo',
  extwallet: 'ext',
} as const;

function Deadline() {
  const { expires_at: at } = session.value;
  const left = useSecondsUntil(at)!;
  const isPast = left === 0;
  useEffect(() => {
    if (isPast) void refresh();
  }, [isPast]);
  const isSoon = left <= SOON_SECONDS;
  const now = serverNow();
  // Screen readers read the end once, not every change.
  return (
    <p>
      {isSoon && (
        <span class="hidden" role="status">
          {t('expires', { time: ending(at, now) })}
        </span>
      )}
      <span aria-hidden={isSoon}>{limit({ end: at, now, until: 'expires', left: 'expires.soon' })}</span>
    </p>
  );
}
