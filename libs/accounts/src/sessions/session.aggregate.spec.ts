import { addSeconds } from '@app/kernel';
import { Session } from './session.aggregate';

const DAY = 24 * 3600;
const START = new Date('2026-01-31T12:00:00Z');
const CLIENT = { ip: '192.0.2.1', device: 'Browser' };

describe('a session', () => {
  const open = () => Session.open('s', 'u', CLIENT, START);

  it('is open for 30 days after it was last used', () => {
    const session = open();
    expect(session.isOpen(addSeconds(START, 30 * DAY - 1))).toBe(true);
    expect(session.isOpen(addSeconds(START, 30 * DAY))).toBe(false);
    session.extend({ ip: '192.0.2.2', device: null }, addSeconds(START, 29 * DAY));
    expect(session.isOpen(addSeconds(START, 58 * DAY))).toBe(true);
  });

  it('ends a year after the sign-in, however often it is used', () => {
    const session = open();
    for (let day = 20; day < 365; day += 20) session.extend(CLIENT, addSeconds(START, day * DAY));
    expect(session.isOpen(addSeconds(START, 365 * DAY - 1))).toBe(true);
    expect(session.isOpen(addSeconds(START, 365 * DAY))).toBe(false);
  });

  it('keeps the proof and the year of its sign-in for another account', () => {
    const session = open();
    session.prove(addSeconds(START, 9));
    const later = addSeconds(START, 350 * DAY);
    const acting = Session.switchedFrom(session, 'a', 'shop', { ip: '192.0.2.3', device: null }, later);
    expect(acting).toMatchObject({ id: 'a', userId: 'u', accountId: 'shop', ip: '192.0.2.3' });
    expect(acting.provedAt).toEqual(addSeconds(START, 9));
    expect(acting.isOpen(addSeconds(START, 365 * DAY - 1))).toBe(true);
    expect(acting.isOpen(addSeconds(START, 365 * DAY))).toBe(false);
    expect(open().accountId).toBeNull();
  });

  it('shows where it was last used from', () => {
    const session = open();
    session.extend({ ip: '192.0.2.2', device: null }, addSeconds(START, 60));
    expect(session).toMatchObject({
      ip: '192.0.2.2',
      device: 'Browser',
      lastUsedAt: addSeconds(START, 60),
      createdAt: START,
    });
  });

  it('stays ended, for the reason it first ended for', () => {
    const session = open();
    session.end('token-reuse', addSeconds(START, 5));
    session.end('logout', addSeconds(START, 9));
    expect(session.isOpen(addSeconds(START, 5))).toBe(false);
    expect(session).toMatchObject({ endReason: 'token-reuse', endedAt: addSeconds(START, 5) });
  });
});
