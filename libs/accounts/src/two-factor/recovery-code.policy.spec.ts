import { randomBytes } from 'node:crypto';
import { normalRecoveryCode, RECOVERY_CODE_LENGTH, recoveryCodeOf } from './recovery-code.policy';

describe('A recovery code', () => {
  it('has ten characters of five bits each', () => {
    expect(recoveryCodeOf(new Uint8Array([0, 1, 9, 10, 17, 18, 21, 27, 31, 32]))).toBe('019ah-jnvz0');
    const seen = new Set<string>();
    for (let i = 0; i < 2000; i++) {
      const code = recoveryCodeOf(randomBytes(RECOVERY_CODE_LENGTH));
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
      for (const [place, letter] of [...code.replace('-', '')].entries()) seen.add(`${place}${letter}`);
    }
    expect(seen.size).toBe(RECOVERY_CODE_LENGTH * 32);
  });

  it.each(['7kq2m-x0d9t', '7KQ2M-X0D9T', '7kq2mx0d9t', ' 7kq2m x0d9t ', '7kq2m-xOd9t', '7kq2m - x0d9t'])(
    'is read as typed: %s',
    (typed) => expect(normalRecoveryCode(typed)).toBe('7kq2mx0d9t'),
  );

  it('takes i and l for 1', () => expect(normalRecoveryCode('iIlL1-11111')).toBe('1111111111'));

  it.each(['', '123456', '7kq2m-x0d9', '7kq2m-x0d9tt', '7kq2m-x0d9u', '7kq2m_x0d9t', '７kq2m-x0d9t'])(
    'is not %j',
    (typed) => expect(normalRecoveryCode(typed)).toBeNull(),
  );
});
