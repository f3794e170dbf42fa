import { useEffect, useState } from 'preact/hooks';
import { EscrowLink } from './buyer-step';
import { isFramed, postToParent } from './embed';
import { Heading } from './fields';
import { due, serverNow, session, start } from './session';
import { setAsideMessage } from './messages';
import { money, moment, t } from './texts';

/** After this time the page of a paid session is a receipt, which does not redirect. */
const JUST_PAID_MS = 5 * 60_000;
const LEAVES_AFTER_SECONDS = 5;

const Tick = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </svg>
);
const Clock = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3 2" />
  </svg>
);

export function Paid() {
  const { merchant, paid_at: paidAt, session_id: id, payment, return_url: back, currency } = session.value;
  const { order_ref: order } = session.value;
  const isFresh = serverNow() - Date.parse(paidAt!) < JUST_PAID_MS;
  // A guest may need the link to their escrow.
  const leaves = isFresh && !session.value.escrow;
  return (
    <section class="panel outcome" aria-labelledby="title">
      <span class="outcome-mark">
        <Tick />
      </span>
      <Heading>{t('paid.title')}</Heading>
      <dl class="receipt">
        <dt>{t('paid.to')}</dt>
        <dd>{merchant.name}</dd>
        <dt>{t('paid.amount')}</dt>
        <dd>{money(due.value)}</dd>
        {payment && payment.currency !== currency && (
          <>
            <dt>{t('paid.charged')}</dt>
            <dd>{money(payment)}</dd>
          </>
        )}
        {payment && (
          <>
            <dt>{t('paid.method')}</dt>
            <dd>{t(`method.${payment.method}`)}</dd>
          </>
        )}
        <dt>{t('paid.time')}</dt>
        <dd>{paidAt && moment(paidAt)}</dd>
        {order !== null && (
          <>
            <dt>{t('paid.order')}</dt>
            <dd>{order}</dd>
          </>
        )}
        <dt>{t('paid.reference')}</dt>
        <dd>{id}</dd>
      </dl>
      <Receipt />
      <EscrowLink />
      {isFramed ? (
        <button class="button" type="button" onClick={() => postToParent('close')}>
          {t('paid.close')}
        </button>
      ) : (
        back !== null && <WayBack to={back} leaves={leaves} />
      )}
    </section>
  );
}

/** Where the receipt went. */
function Receipt() {
  const { is_test: isTest, receipt_email: email } = session.value;
  if (email === null) return null;
  return <p class="fine">{t(isTest ? 'paid.receipt.test' : 'paid.receipt', { email })}</p>;
}

function WayBack({ to, leaves }: { to: string; leaves: boolean }) {
  const [left, setLeft] = useState(leaves ? LEAVES_AFTER_SECONDS : null);
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return location.assign(to);
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, to]);
  return (
    <>
      <a class="button" href={to} rel="noreferrer">
        {t('paid.return', { merchant: session.value.merchant.name })}
      </a>
      {left !== null && (
        <p class="fine row">
          <span>{t('paid.soon', { seconds: left })}</span>
          <button class="link" type="button" onClick={() => setLeft(null)}>
            {t('paid.stay')}
          </button>
        </p>
      )}
    </>
  );
}

export function Expired() {
  const { merchant } = session.value;
  const setAside = setAsideMessage(session.value);
  return (
    <section class="panel outcome" aria-labelledby="title">
      <span class="outcome-mark over">
        <Clock />
      </span>
      <Heading>{t('expired.title')}</Heading>
      {setAside !== '' && <p>{setAside}</p>}
      <p>{t('expired.text', { merchant: merchant.name })}</p>
      <Leave label={t('paid.return', { merchant: merchant.name })} />
    </section>
  );
}

/** Shown until the card company or the bank has answered. */
export function Waiting() {
  return (
    <section class="panel outcome" aria-labelledby="title">
      <span class="spinner large" aria-hidden="true" />
      <Heading>{t('wait.title')}</Heading>
      <p>{t('wait.text')}</p>
    </section>
  );
}

/** The way back to the shop without a payment; nothing where none is configured. */
export function Leave({ label }: { label: string }) {
  if (isFramed) {
    return (
      <button class="link" type="button" onClick={() => postToParent('close')}>
        {t('close')}
      </button>
    );
  }
  if (start.cancelUrl === null) return null;
  return (
    <a href={start.cancelUrl} rel="noreferrer">
      {label}
    </a>
  );
}
