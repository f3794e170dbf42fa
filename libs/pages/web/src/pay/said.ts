import { said, t } from './texts';
import type { Answer, SessionStatus } from './wire';

const bare = (text: string) => text.replace(/\.$/, '');

export function declined(reason: string | null): string {
  const words = reason === null ? t('failed.reason') : (said('reason', bare(reason)) ?? bare(reason));
  return t('failed', { reason: words });
}

/** What became of the payment before; '' where there is nothing to tell. */
export function whatHappened({ status, payment }: SessionStatus): string {
  if (status !== 'pending') return '';
  switch (payment?.state) {
    case 'failed':
      return declined(payment.failure);
    case 'set_aside':
    case 'refunded':
      return t('unapplied');
    // Money sent elsewhere may still come; a card that was given up is charged nothing.
    case 'cancelled':
      return payment.method === 'card' ? t('cancelled') : '';
    default:
      return '';
  }
}

/** Why the server refused, as the buyer is told. */
export function refusal(answer: Answer): string {
  const { error_code: code, message, reason, tries_left: left, retry_after: seconds } = answer;
  if (code === 'CARD_DECLINED') {
    const why = typeof reason === 'string' ? reason : null;
    if (typeof left !== 'number') return declined(why);
    return t('code.wrong', { reason: bare(said('reason', bare(why ?? '')) ?? why ?? ''), left });
  }
  if (code === 'VALIDATION_ERROR' && answer.errors?.[0]) return message ?? t('problem');
  const minutes = typeof seconds === 'number' ? Math.ceil(seconds / 60) : 1;
  const words = code === undefined ? null : said('error', code);
  return words?.replace('{minutes}', String(minutes)) ?? message ?? t('problem');
}
