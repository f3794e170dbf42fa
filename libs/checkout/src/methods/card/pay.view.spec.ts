import { DomainError, Money } from '@app/kernel';
import type { AttemptReport } from '../../attempts/attempt-outcomes.service';
import { attemptView } from './pay.view';

const report = (fields: Partial<AttemptReport> = {}): AttemptReport => ({
  sessionId: 'cs_live_x',
  mode: 'live',
  session: 'completed',
  attempt: 'succeeded',
  authMode: null,
  gwRef: 'gw',
  method: 'card',
  instructions: null,
  expiresAt: null,
  charge: new Money(250_050n, 'NGN'),
  redirectUrl: null,
  converted: null,
  rate: null,
  failure: null,
  unapplied: null,
  received: null,
  triesLeft: 5,
  ...fields,
});

describe('the answer of a card payment', () => {
  it('says what was charged, and at which rate, where it was converted', () => {
    expect(attemptView(report({ converted: new Money(154_000_000n, 'NGN'), rate: 1540 }))).toEqual({
      session_id: 'cs_live_x',
      status: 'completed',
      auth_mode: null,
      gw_ref: 'gw',
      is_test: false,
      charged: 'NGN 1540000.00',
      rate: 1540,
    });
  });

  it('carries the page of the bank', () => {
    const waiting = report({
      session: 'processing',
      attempt: 'waiting',
      authMode: 'redirect',
      redirectUrl: 'https://b.example',
    });
    expect(attemptView(waiting)).toMatchObject({
      status: 'processing',
      auth_mode: 'redirect',
      redirect_url: 'https://b.example',
    });
  });

  it.each([
    [{ attempt: 'failed', failure: 'Insufficient funds' }, 'CARD_DECLINED'],
    [
      { attempt: 'unapplied', unapplied: 'amount-mismatch', received: new Money(249_950n, 'NGN') },
      'GATEWAY_ERROR',
    ],
    [{ attempt: 'unapplied', unapplied: 'already-paid' }, 'INVALID_STATE'],
    [{ attempt: 'unapplied', unapplied: 'payee-closed' }, 'INVALID_STATE'],
    [{ attempt: 'unapplied', unapplied: 'expired' }, 'SESSION_EXPIRED'],
  ] as const)('turns %j into the refusal %s', (fields, code) => {
    const refusal = attemptView(report(fields)) as DomainError;
    expect([refusal instanceof DomainError, refusal.code]).toEqual([true, code]);
  });

  it('distinguishes a wrong code from a declined card by the tries that are left', () => {
    const waiting = report({ session: 'processing', attempt: 'waiting', authMode: 'otp', triesLeft: 4 });
    const refusal = attemptView(waiting, { kind: 'code-refused', reason: 'Wrong code' }) as DomainError;
    expect([refusal.code, refusal.extra]).toEqual([
      'CARD_DECLINED',
      { gw_ref: 'gw', reason: 'Wrong code', tries_left: 4 },
    ]);
  });
});
