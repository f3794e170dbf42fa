import { Config } from '@app/config';
import { uuidv7 } from '@app/kernel';
import { EmailTokensService } from './email-tokens.service';

const secrets = new EmailTokensService(Config.from({}));
const newId = () => uuidv7(new Date());

describe('Mailed secrets', () => {
  it('are the same each time for one id, and others for another id or key', () => {
    const id = newId();
    const underAnotherKey = new EmailTokensService(Config.from({ JWT_SECRET: 'x'.repeat(40) }));
    expect(secrets.codeOf(id)).toBe(secrets.codeOf(id));
    expect(secrets.resetTokenOf(id)).toBe(secrets.resetTokenOf(id));
    expect(secrets.resetTokenOf(id)).not.toBe(underAnotherKey.resetTokenOf(id));
    expect(underAnotherKey.resetIdOf(secrets.resetTokenOf(id))).toBeNull();
    expect(new Set(Array.from({ length: 200 }, () => secrets.codeOf(newId()))).size).toBeGreaterThan(190);
  });

  it('codes are six digits, the first digit as often 0 as any other', () => {
    const codes = Array.from({ length: 2000 }, () => secrets.codeOf(newId()));
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    const zeros = codes.filter((code) => code.startsWith('0')).length;
    expect(zeros).toBeGreaterThan(120);
    expect(zeros).toBeLessThan(290);
  });

  it('distinguishes its codes from others', () => {
    const id = newId();
    const code = secrets.codeOf(id);
    expect(secrets.isCodeOf(id, code)).toBe(true);
    for (const wrong of [code === '000000' ? '000001' : '000000', '', `${code}0`, code.slice(1)])
      expect(secrets.isCodeOf(id, wrong)).toBe(false);
  });

  it('finds the reset of a token, and none for one that was touched', () => {
    const id = newId();
    const token = secrets.resetTokenOf(id);
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(secrets.resetIdOf(token)).toBe(id);
    for (let i = 0; i < token.length; i++) {
      const touched = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
      expect(secrets.resetIdOf(touched)).toBeNull();
    }
    for (const wrong of ['', 'x', `${token}A`, token.slice(1), `${token}=`, ` ${token}`])
      expect(secrets.resetIdOf(wrong)).toBeNull();
  });

  it('gives text messages and mails different codes for one id', () => {
    const ids = Array.from({ length: 20 }, newId);
    expect(ids.map((id) => secrets.phoneCodeOf(id))).not.toEqual(ids.map((id) => secrets.codeOf(id)));
    expect(ids.every((id) => secrets.isPhoneCodeOf(id, secrets.phoneCodeOf(id)))).toBe(true);
  });

  it('reads the link of a security mail, and none that was touched or is of another kind', () => {
    const link = { userId: newId(), eventId: newId(), issuedAt: new Date('2026-11-21T08:00:05.000Z') };
    const token = secrets.reportTokenOf({ ...link, issuedAt: new Date('2026-11-21T08:00:05.999Z') });
    expect(secrets.reportOf(token)).toEqual(link);
    for (let i = 0; i < token.length; i++) {
      const touched = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
      expect(secrets.reportOf(touched)).toBeNull();
    }
    for (const wrong of ['', `${token}A`, `${token}=`, secrets.resetTokenOf(link.userId)])
      expect(secrets.reportOf(wrong)).toBeNull();
    expect(secrets.resetIdOf(token)).toBeNull();
  });
});
