import * as argon2 from '@node-rs/argon2';
import { PasswordsService } from './passwords.service';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, hash: jest.fn(real.hash), verify: jest.fn(real.verify) };
});

/** Work that ends when the test says so. */
function held() {
  const ends: (() => void)[] = [];
  jest
    .mocked(argon2.verify)
    .mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(true))));
  return ends;
}
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('passwords', () => {
  let passwords: PasswordsService;
  beforeEach(async () => {
    const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
    jest.mocked(argon2.verify).mockImplementation(real.verify);
    passwords = new PasswordsService();
    await passwords.onModuleInit();
  });

  it('are hashed with Argon2id at 19 MiB and two passes, each with a salt of its own', async () => {
    const [one, two] = await Promise.all([passwords.hash('a passphrase'), passwords.hash('a passphrase')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('are right or wrong', async () => {
    const hash = await passwords.hash('a passphrase');
    await expect(passwords.verify(hash, 'a passphrase')).resolves.toBe(true);
    await expect(passwords.verify(hash, 'A passphrase')).resolves.toBe(false);
  });

  it('are the same however an accented letter was typed', async () => {
    const hash = await passwords.hash('caf\u00e9 au lait');
    await expect(passwords.verify(hash, 'cafe\u0301 au lait')).resolves.toBe(true);
  });

  it('are as much work for an account that does not exist, and never right', async () => {
    jest.mocked(argon2.verify).mockClear();
    await expect(passwords.verify(null, 'anything')).resolves.toBe(false);
    expect(argon2.verify).toHaveBeenCalledTimes(1);
    expect(jest.mocked(argon2.verify).mock.calls[0]![0]).toMatch(/m=19456,t=2,p=1/);
  });

  it('are worked on three at a time, in the order they came', async () => {
    const ends = held();
    const done: number[] = [];
    const all = [1, 2, 3, 4, 5].map((n) => passwords.verify('hash', 'x').then(() => done.push(n)));
    await tick();
    expect(ends).toHaveLength(3);
    ends[0]!();
    await tick();
    expect(ends).toHaveLength(4);
    for (let at = 1; at < 5; at++) {
      ends[at]!();
      await tick();
    }
    await Promise.all(all);
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuse a flood before it takes the machine, and recover from it', async () => {
    const ends = held();
    const accepted = Array.from({ length: 67 }, () => passwords.verify('hash', 'x'));
    await expect(passwords.verify('hash', 'x')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      extra: { retry_after: 1 },
    });
    for (let at = 0; at < 67; at++) {
      ends[at]!();
      await tick();
    }
    await Promise.all(accepted);
    const next = passwords.verify('hash', 'x');
    await tick();
    ends[67]!();
    await expect(next).resolves.toBe(true);
  });

  it('release their place when the work fails', async () => {
    jest.mocked(argon2.verify).mockRejectedValue(new Error('out of memory'));
    const failures = await Promise.allSettled(
      Array.from({ length: 10 }, () => passwords.verify('hash', 'x')),
    );
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
    jest.mocked(argon2.verify).mockResolvedValue(true);
    await expect(passwords.verify('hash', 'x')).resolves.toBe(true);
  });
});
