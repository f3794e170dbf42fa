import { cardScopeOf } from './card-limits.policy';

const app = { appId: 'a1', mode: 'live' };

describe('cardScopeOf', () => {
  it('counts sessions of the two keys of an app apart, and closes none of the public one', () => {
    const [secret, open] = (['secret-key', 'public-key'] as const).map((kind) =>
      cardScopeOf({ kind, ...app }, '198.51.100.7'),
    );
    expect(secret).toMatchObject({ scope: 'secret-key live a1', maxDeclined: 100 });
    expect(open).toMatchObject({ scope: 'public-key live a1', maxDeclined: null });
    expect(open!.addressScope).toBe('public-key live a1 198.51.100.7');
    expect(secret!.addressScope).not.toBe(open!.addressScope);
  });

  it('counts an address over the deposits of all owners', () => {
    const [one, other] = ['o1', 'o2'].map((ownerId) =>
      cardScopeOf({ kind: 'deposit', ownerId }, '2001:db8::1'),
    );
    expect(one!.addressScope).toBe(other!.addressScope);
    expect(one!.scope).not.toBe(other!.scope);
  });

  it('counts no address where a server sends the card', () => {
    expect(cardScopeOf({ kind: 'secret-key', ...app }, null).addressScope).toBeNull();
  });
});
