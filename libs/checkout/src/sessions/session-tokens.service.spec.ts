import { Config } from '@app/config';
import { newSessionId, SessionTokensService, tokenHash } from './session-tokens.service';

const tokens = (key?: string) =>
  new SessionTokensService(Config.from({ ...(key && { ENCRYPTION_KEY: key }) }));

describe('session tokens', () => {
  it('are 256 bits, the same for the same session in every process', () => {
    const id = newSessionId('live');
    const token = tokens().tokenOf(id);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(tokens().tokenOf(id)).toBe(token);
  });

  it('cannot be derived from the session id without the key', () => {
    const id = newSessionId('live');
    expect(tokens('a'.repeat(32)).tokenOf(id)).not.toBe(tokens('b'.repeat(32)).tokenOf(id));
    expect(tokens().tokenOf(newSessionId('live'))).not.toBe(tokens().tokenOf(id));
  });

  it('are stored as a hash', () => {
    expect(tokenHash('token').toString('hex')).toBe(
      '3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0',
    );
  });

  it('stand in the address of the host of their mode', () => {
    const urls = tokens();
    const [live, test] = [newSessionId('live'), newSessionId('test')];
    expect(urls.urlOf({ sessionId: live, mode: 'live' })).toBe(
      `http://127.0.0.1:3002/pay/${urls.tokenOf(live)}`,
    );
    expect(urls.urlOf({ sessionId: test, mode: 'test' })).toBe(
      `http://127.0.0.1:3003/pay/${urls.tokenOf(test)}`,
    );
    expect(urls.returnUrlOf({ sessionId: test, mode: 'test' })).toMatch(/:3003\/pay\/[\w-]{43}\/return$/);
  });

  it('belong to ids that carry their mode and at least 120 random bits', () => {
    expect(newSessionId('live')).toMatch(/^cs_live_[0-9A-Za-z]{22}$/);
    expect(newSessionId('test')).toMatch(/^cs_test_[0-9A-Za-z]{22}$/);
    expect(new Set(Array.from({ length: 1000 }, () => newSessionId('live'))).size).toBe(1000);
  });
});
