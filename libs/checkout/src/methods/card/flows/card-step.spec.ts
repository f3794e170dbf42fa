import { Money } from '@app/kernel';
import { type CardChargeResult, GatewayOutcomeUnknown, GatewayRejected } from '@app/charges';
import type { AttemptReport } from '../../../attempts/attempt-outcome';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { CardStep } from './card-step';

const BEGUN = { attemptId: 'a', reference: 'cs_x', mode: 'live' } as const;
const REPORT: AttemptReport = {
  ...{
    sessionId: 'cs_live_x',
    mode: 'live',
    session: 'processing',
    attempt: 'waiting',
    authMode: 'otp',
    gwRef: 'gw',
  },
  ...{ method: 'card', instructions: null, expiresAt: null, charge: new Money(250_050n, 'NGN') },
  ...{ redirectUrl: null, converted: null, rate: null, failure: null, unapplied: null, triesLeft: 4 },
};
const result = (fields: Partial<CardChargeResult>): CardChargeResult => ({
  ...{ kind: 'pending', gwRef: 'gw', gatewayTransactionId: '7', authMode: null },
  ...fields,
});

/** The step with everything around it faked; what it recorded, and how it answered. */
async function taken(step: 'charge' | 'code', answer: CardChargeResult | Error) {
  const recorded: RecordOutcome[] = [];
  const commands = {
    execute: (command: RecordOutcome) => Promise.resolve(recorded.push(command)),
    answer: (_call: unknown, command: RecordOutcome, present: (report: AttemptReport) => unknown) => {
      recorded.push(command);
      return Promise.resolve(present(REPORT));
    },
  };
  const atOnce = jest.fn(() => Promise.resolve({ kind: 'unknown' }));
  const flow = new CardStep(commands as never, {} as never, { atOnce } as never);
  const send = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  const answered = await flow.sendStep({} as never, step, BEGUN, send).catch((error: unknown) => error);
  return { outcome: recorded[0]?.outcome, answered, atOnce };
}

describe('one step of a card payment', () => {
  it('that was answered "successful" is believed from the books of the gateway only', async () => {
    const { outcome, atOnce } = await taken('charge', result({ kind: 'successful' }));
    expect(atOnce).toHaveBeenCalledWith(BEGUN);
    expect(outcome).toEqual({ kind: 'unknown' });
  });

  it('that nobody answered is asked for, and not sent again', async () => {
    const { outcome, atOnce } = await taken('charge', new GatewayOutcomeUnknown('503'));
    expect([atOnce.mock.calls.length, outcome]).toEqual([1, { kind: 'unknown' }]);
  });

  it('that waits for the buyer is kept with what it waits for', async () => {
    const waiting = result({ authMode: 'redirect', redirectUrl: 'https://bank.example' });
    expect((await taken('charge', waiting)).outcome).toMatchObject({
      kind: 'waiting',
      redirectUrl: 'https://bank.example',
    });
  });

  it('that the gateway refuses to take ends the attempt, and leaves the key free for the same request', async () => {
    const { outcome, answered } = await taken('charge', new GatewayRejected('email is invalid'));
    expect(outcome).toEqual({ kind: 'failed', gatewayStatus: 'rejected', reason: 'email is invalid' });
    expect(answered).toMatchObject({ code: 'GATEWAY_ERROR', decidedOnState: false });
  });

  it('that refuses a code leaves the charge standing, and says how many tries are left', async () => {
    const { outcome, answered } = await taken('code', new GatewayRejected('Wrong code'));
    expect(outcome).toEqual({ kind: 'code-refused', reason: 'Wrong code' });
    expect(answered).toMatchObject({ code: 'CARD_DECLINED', extra: { reason: 'Wrong code', tries_left: 4 } });
  });

  it('that fails for a bug of ours records nothing: the attempt is asked after later', async () => {
    const { outcome, answered } = await taken('charge', new TypeError('bug'));
    expect([outcome, answered]).toEqual([undefined, new TypeError('bug')]);
  });
});
