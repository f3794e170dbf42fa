import type { RateLimitStorage } from '@app/http';
import { MailLimitsService } from './mail-limits.service';

/** Counts hits in one window that does not end. */
function storage(): RateLimitStorage {
  const hits = new Map<string, number>();
  const add = (key: string, change: number) => hits.set(key, (hits.get(key) ?? 0) + change).get(key)!;
  return {
    increment: (key: string, _ttl: number, limit: number) => {
      const totalHits = add(key, 1);
      return Promise.resolve({ totalHits, limit, isBlocked: totalHits > limit, timeToBlockExpire: 60 });
    },
    release: (key: string) => Promise.resolve(void add(key, -1)),
  } as unknown as RateLimitStorage;
}

describe('Accounts that are opened', () => {
  it('are ten a day with further addresses of one mailbox, which leave its own address free', async () => {
    const limits = new MailLimitsService(storage(), { find: () => Promise.resolve(null) } as never);
    const open = (email: string) => limits.openAccount(email, () => Promise.resolve('opened'));
    for (let n = 0; n < 10; n++) await open(`ada+${n}@example.com`);
    await expect(open('ada+x@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await open('ada@example.com')).toBe('opened');
    expect(await open('bola+1@example.com')).toBe('opened');
  });
});

describe('Codes that an account asks for again', () => {
  let limits: MailLimitsService;
  beforeEach(() => {
    limits = new MailLimitsService(storage(), { find: () => Promise.resolve(null) } as never);
  });

  const send = (userId: string, ip: string) => limits.sendCode(userId, ip, () => Promise.resolve('sent'));
  const fail = (userId: string, ip: string) =>
    limits.sendCode(userId, ip, () => Promise.reject(new Error('the database is away')));

  it('are ten a day', async () => {
    for (let n = 0; n < 10; n++) expect(await send('u1', '203.0.113.7')).toBe('sent');
    await expect(send('u1', '203.0.113.8')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await send('u2', '203.0.113.7')).toBe('sent');
  });

  it('do not count where they could not be sent, neither for the account nor for the address', async () => {
    for (let n = 0; n < 60; n++)
      await expect(fail('u1', '2001:db8::1')).rejects.toThrow('the database is away');
    for (let n = 0; n < 10; n++) expect(await send('u1', '2001:db8::1')).toBe('sent');
    await expect(send('u1', '2001:db8::1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('show the limit that refused them', async () => {
    for (let n = 0; n < 10; n++) await send('u1', '203.0.113.7');
    await expect(send('u1', '203.0.113.7')).rejects.toMatchObject({ record: { limit: 10, totalHits: 11 } });
  });
});
