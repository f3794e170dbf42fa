import { money, type TextName, translated, t } from './texts';
import type { Answer, SessionStatus } from './wire';

const bare = (text: string) => text.replace(/\.$/, '');

export function declined(reason: string | null): string {
  const words = reason === null ? t('failed.reason') : (translated('reason', bare(reason)) ?? bare(reason));
  return t('failed', { reason: words });
}

const REASONS: Record<string, TextName> = {
  'amount-mismatch': 'unapplied.amount_mismatch',
  expired: 'unapplied.expired',
  'not-due': 'unapplied.not_due',
  'payee-closed': 'unapplied.payee_closed',
};

/** What was received and what happens to it, where the session could not take it; '' elsewhere. */
export function setAsideMessage({
  status,
  payment,
  merchant: { name: merchant },
  escrow,
}: SessionStatus): string {
  if (!payment?.received) return '';
  const { received } = payment;
  const reason = received.set_aside && REASONS[received.set_aside];
  if (!reason || !received.outcome) return '';
  const isEscrow = escrow !== null && received.outcome === 'undecided';
  // What a card in another currency costs now is shown with the ways to pay.
  const isAnotherAmount = received.set_aside === 'amount-mismatch';
  const asked = money(payment);
  return [
    t(reason, { received: money(received), asked, merchant }),
    t(isEscrow ? 'unapplied.undecided_escrow' : `unapplied.${received.outcome}`, { merchant }),
    ...(status === 'pending' && isAnotherAmount ? [t('unapplied.again', { asked })] : []),
  ].join(' ');
}

/** The outcome of the last payment; '' where it needs no message. */
export function outcomeMessage(session: SessionStatus): string {
  const { status, payment } = session;
  if (status !== 'pending') return '';
  switch (payment?.state) {
    case 'failed':
      return declined(payment.failure);
    case 'set_aside':
    case 'refunded':
      return setAsideMessage(session);
    // Money sent by another method may still arrive; a cancelled card payment is not charged.
    case 'cancelled':
      return payment.method === 'card' ? t('cancelled') : '';
    default:
      return '';
  }
}

/** The reason of a refusal, in the language of the page. */
export function refusal(answer: Answer): string {
  const { error_code: code, message, reason, tries_left: left, retry_after: seconds } = answer;
  if (code === 'CARD_DECLINED') {
    const why = typeof reason === 'string' ? reason : null;
    if (typeof left !== 'number') return declined(why);
    return t('code.wrong', { reason: bare(translated('reason', bare(why ?? '')) ?? why ?? ''), left });
  }
  if (code === 'VALIDATION_ERROR' && answer.errors?.[0]) return message ?? t('problem');
  const minutes = typeof seconds === 'number' ? Math.ceil(seconds / 60) : 1;
  const words = code === undefined ? null : translated('error', code);
  return words?.replace('{minutes}', String(minutes)) ?? message ?? t('problem');
}
