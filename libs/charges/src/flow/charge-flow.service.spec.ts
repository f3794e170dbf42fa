import type { Flow } from '@app/write-path';
import { DomainError } from '@app/kernel';
import type { ChargeOutcome } from '../charge/charge-outcome.policy';
import type { CardChargeResult } from '../gateway/gateway-messages.port';
import { GatewayOutcomeUnknown, GatewayRejected } from '../gateway/payment-gateway.port';
import { type BegunStep, ChargeFlowService, type ChargeStep } from './charge-flow.service';

const result = (fields: Partial<CardChargeResult>): CardChargeResult => ({
  kind: 'pending',
  gwRef: 'gw',
  gatewayTransactionId: '7',
  authMode: null,
  ...fields,
});

/** A step with everything around it faked: what it sent and recorded, and how it answered. */
async function taken(
  kind: 'charge' | 'code',
  answer: CardChargeResult | Error,
  { isRepeated = false, isInFlight = true } = {},
) {
  const begun = { id: 'a', mode: 'live', reference: 'cs_x', report: 'report', isRepeated, isInFlight };
  const recorded: ChargeOutcome[] = [];
  const commands = {
    flow: (context: never, flow: Flow<unknown, object>) => flow.run(context),
    execute: (command: unknown) => Promise.resolve(command),
    answer: (_: unknown, report: string, present: (report: string) => unknown) =>
      Promise.resolve(present(report)),
  };
  const inquiry = {
    about: jest.fn(() => Promise.resolve({ kind: 'not-found', reason: 'none' })),
    afterSending: jest.fn(() => Promise.resolve({ kind: 'unknown' })),
  };
  const send = jest.fn(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)));
  const step = {
    kind,
    prepare: () => Promise.resolve({ begin: begun as never, send }),
    record: (_id: string, _reference: string, outcome: ChargeOutcome) => {
      recorded.push(outcome);
      return 'report' as never;
    },
    present: (report: string, outcome?: ChargeOutcome) => ({ report, outcome }),
    rejected: (reason: string) => new DomainError('upstream', 'GATEWAY_ERROR', reason),
  } satisfies ChargeStep<string, object>;
  const flow = new ChargeFlowService(commands as never, inquiry as never);
  const answered: unknown = await flow.take({} as never, step).catch((error: unknown) => error);
  return {
    outcome: recorded[0],
    answered,
    inquiry,
    sent: send.mock.calls.length,
    begun: begun as BegunStep<string>,
  };
}

describe('one step of a charge', () => {
  it('takes an answer "successful" for a payment only if the books of the gateway say so', async () => {
    const { outcome, inquiry, begun } = await taken('charge', result({ kind: 'successful' }));
    expect(inquiry.afterSending).toHaveBeenCalledWith(begun, 'gw');
    expect(outcome).toEqual({ kind: 'unknown' });
  });

  it('is queried and not sent again when its answer is lost', async () => {
    const { outcome, inquiry, sent } = await taken('charge', new GatewayOutcomeUnknown('503'));
    expect([sent, inquiry.afterSending.mock.calls.length, outcome]).toEqual([1, 1, { kind: 'unknown' }]);
  });

  it.each(['charge', 'code'] as const)(
    'sends nothing if the same request began it before (%s)',
    async (kind) => {
      const { sent, outcome } = await taken(kind, result({}), { isRepeated: true });
      expect([sent, outcome]).toEqual([0, { kind: 'not-found', reason: 'none' }]);
    },
  );

  it('asks nothing either if it was begun before and has ended', async () => {
    const { sent, inquiry } = await taken('charge', result({}), { isRepeated: true, isInFlight: false });
    expect([sent, inquiry.about.mock.calls.length]).toEqual([0, 0]);
  });

  it('is kept with what it waits for while it waits for the buyer', async () => {
    const page = { authMode: 'redirect', redirectUrl: 'https://bank.example' } as const;
    expect((await taken('charge', result(page))).outcome).toMatchObject({
      kind: 'waiting',
      gwRef: 'gw',
      ...page,
    });
  });

  it('gives the reason of a decline, also where the gateway does not', async () => {
    const declined = { kind: 'failed', gatewayStatus: 'declined', gwRef: 'gw' };
    expect((await taken('charge', result({ kind: 'failed' }))).outcome).toEqual({
      ...declined,
      reason: 'Declined',
    });
    const reasoned = result({ kind: 'failed', declineReason: 'No funds' });
    expect((await taken('charge', reasoned)).outcome).toEqual({ ...declined, reason: 'No funds' });
  });

  it('is recorded when the gateway refuses to take it, and leaves the key free for the same request', async () => {
    const { outcome, answered } = await taken('charge', new GatewayRejected('email is invalid'));
    expect(outcome).toEqual({ kind: 'failed', gatewayStatus: 'rejected', reason: 'email is invalid' });
    expect(answered).toMatchObject({ code: 'GATEWAY_ERROR', decidedOnState: false });
  });

  it('answers with the refusal of a code, and the charge still stands', async () => {
    const refused = { kind: 'code-refused', reason: 'Wrong code' };
    const { outcome, answered } = await taken('code', new GatewayRejected('Wrong code'));
    expect([outcome, answered]).toEqual([refused, { report: 'report', outcome: refused }]);
  });

  it('records nothing when it fails for a bug of ours: the charge is queried later', async () => {
    const { outcome, answered } = await taken('charge', new TypeError('bug'));
    expect([outcome, answered]).toEqual([undefined, new TypeError('bug')]);
  });
});
