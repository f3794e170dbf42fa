import { addSeconds } from '@app/kernel';
import { type AuthMode, Charge, MAX_CODES, TOO_MANY_CODES } from './charge';
import { chargeStates, type ChargeStatus, type ChargeVerb } from './charge.states';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const later = (seconds: number) => addSeconds(NOW, seconds);
const begun = () => Charge.begin('key', NOW);
const waiting = (authMode: AuthMode | null = 'otp') => begun().wait({ gwRef: 'gw', authMode }, NOW);

describe('the states of a charge', () => {
  const states = Object.keys(chargeStates.table) as ChargeStatus[];
  const verbs: ChargeVerb[] = ['wait', 'call', 'succeed', 'fail', 'abandon'];

  it('change in these ways and in no other', () => {
    const rows = states.flatMap((from) => verbs.map((verb) => [from, verb, chargeStates.table[from][verb]]));
    expect(rows.filter(([, , to]) => to).map((row) => row.join(' '))).toEqual([
      'calling wait waiting',
      'calling succeed succeeded',
      'calling fail failed',
      'waiting call calling',
      'waiting succeed succeeded',
      'waiting fail failed',
      'waiting abandon abandoned',
      'failed succeed succeeded',
      'abandoned succeed succeeded',
    ]);
    expect(states.filter((state) => chargeStates.isTerminal(state))).toEqual(['succeeded']);
  });

  it('leave a charge as it was: each step gives another', () => {
    const charge = begun();
    charge.fail('Declined');
    expect(charge).toMatchObject({ status: 'calling', failure: null });
  });

  it.each<[string, Charge]>([
    ['failed', waiting().fail('Declined')],
    ['abandoned', waiting().abandon('Given up')],
    ['succeeded', waiting().succeed('gw-2')],
  ])('end questions and waiting once the charge is %s', (status, charge) => {
    expect(charge).toMatchObject({ status, askAt: null, authMode: null, isInFlight: false });
  });

  it('take money after a failure, and forget the failure', () => {
    expect(waiting().fail('Declined').succeed('gw-2')).toMatchObject({
      status: 'succeeded',
      gwRef: 'gw-2',
      failure: null,
    });
  });

  it('free the request of a charge that was rejected, and of no other', () => {
    expect([begun().reject('No').requestKey, begun().fail('No').requestKey]).toEqual([null, 'key']);
  });
});

describe('codes', () => {
  it.each(['pin', 'otp'] as const)('are taken by a charge that waits for a %s', (mode) => {
    expect(waiting(mode).takesCode).toBe(true);
    expect(waiting(mode).submitCode('second', NOW)).toMatchObject({
      status: 'calling',
      tries: 1,
      requestKey: 'second',
      takesCode: false,
    });
  });

  it.each(['redirect', null] as const)('are not taken by one that waits for %s', (mode) =>
    expect(waiting(mode).takesCode).toBe(false),
  );

  it('are not taken while one is on its way, nor before and after', () => {
    const [sent, ended] = [waiting().submitCode(null, NOW), waiting().fail('Declined')];
    expect([begun(), sent, ended].map(({ takesCode }) => takesCode)).toEqual([false, false, false]);
  });

  it('are guessed at most five times: the fifth refused one ends the charge', () => {
    let charge = waiting();
    for (let guess = 1; guess < MAX_CODES; guess++) {
      charge = charge.submitCode(null, NOW).refuseCode(NOW);
      expect(charge).toMatchObject({ status: 'waiting', tries: guess, triesLeft: MAX_CODES - guess });
    }
    charge = charge.submitCode(null, NOW).refuseCode(NOW);
    expect(charge).toMatchObject({ status: 'failed', failure: TOO_MANY_CODES, triesLeft: 0 });
  });

  it('count over both steps of a card that asks for a PIN and then for a password', () => {
    const second = waiting('pin').submitCode(null, NOW).wait({ gwRef: 'gw-2', authMode: 'otp' }, NOW);
    expect(second.submitCode(null, NOW)).toMatchObject({ tries: 2, gwRef: 'gw-2' });
  });
});

describe('the handles of a charge', () => {
  const otp = waiting('pin').submitCode(null, NOW).wait({ gwRef: 'gw-2', authMode: 'otp' }, NOW);
  const code = (gwRef: string, mode?: 'pin' | 'otp', wasSent = false) => ({
    gwRef,
    mode,
    wasSentFor: () => wasSent,
  });

  it('are kept when the gateway gives another, and begin anew with another charge', () => {
    expect([waiting().earlierGwRefs, otp.earlierGwRefs]).toEqual([[], ['gw']]);
    expect(otp.submitCode(null, NOW).succeed('gw-2')).toMatchObject({ gwRef: 'gw-2', earlierGwRefs: ['gw'] });
    expect(otp.fail('Declined', 'gw-3').earlierGwRefs).toEqual(['gw', 'gw-2']);
  });

  it('show that a code is for a step that has passed', () => {
    expect(otp.isPast(code('gw', undefined, true), 'id')).toBe(true);
    expect(otp.isPast(code('gw-2', 'pin'), 'id')).toBe(true);
    expect(otp.isPast(code('gw'), 'id')).toBe(false);
    expect(otp.isPast(code('gw', 'otp'), 'id')).toBe(false);
    // A wrong code may be tried again under the current handle.
    expect(otp.isPast(code('gw-2', 'otp', true), 'id')).toBe(false);
    expect(otp.fail('Declined').isPast(code('gw', 'pin', true), 'id')).toBe(false);
  });
});

describe('the questions about a charge', () => {
  it('begin once its answer cannot come any more, and at once where it is lost', () => {
    expect(begun().askAt).toEqual(later(90));
    expect(begun().askNow(NOW).askAt).toEqual(NOW);
    expect(waiting().askAt).toEqual(later(60));
    expect(waiting().submitCode(null, later(300)).askAt).toEqual(later(390));
  });

  it.each([
    [0, 60],
    [60, 60],
    [120, 120],
    [1800, 1800],
    [3600, 3600],
    [24 * 3600, 3600],
  ])('are %d seconds after its start followed by a pause of %d', (age, pause) =>
    expect(begun().askLater(later(age)).askAt).toEqual(later(age + pause)),
  );

  it('come no later than a given time in the future', () => {
    const charge = begun();
    expect(charge.askLater(later(3600), later(4000)).askAt).toEqual(later(4000));
    expect(charge.askLater(later(3600), later(3600)).askAt).toEqual(later(7200));
  });

  it('find that it was never made only 30 minutes after its start', () => {
    expect(begun().isNotFound(later(30 * 60 - 1))).toBe(false);
    expect(begun().isNotFound(later(30 * 60))).toBe(true);
  });

  it('leave a charge that waits for its PIN open, although the gateway does not know it', () =>
    expect(waiting('pin').isNotFound(later(24 * 3600))).toBe(false));
});
