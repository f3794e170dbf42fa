import { Config } from '@app/config';
import { uuidv7 } from '@app/kernel';
import { SubscriptionTokensService } from './subscription-tokens.service';

const tokens = new SubscriptionTokensService(Config.from({ NODE_ENV: 'test' }));

describe('Tokens of subscription pages', () => {
  it('name one subscription', () => {
    const id = uuidv7(new Date(0));
    const token = tokens.tokenOf(id);
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(tokens.idOf(token)).toBe(id);
  });

  it('are refused with any other character, length or spelling', () => {
    const token = tokens.tokenOf(uuidv7(new Date(0)));
    for (let i = 0; i < token.length; i++) {
      const other = token[i] === 'A' ? 'B' : 'A';
      expect(tokens.idOf(token.slice(0, i) + other + token.slice(i + 1))).toBeNull();
    }
    for (const text of ['', 'A', token.slice(1), `${token}A`, `${token}=`, ` ${token}`])
      expect(tokens.idOf(text)).toBeNull();
  });
});
