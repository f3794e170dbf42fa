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

  it('counts an IPv6 address by its /64, and by its /48 with ten times the limit', () => {
    const [one, neighbour, other] = ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:2::1'].map((address) =>
      cardScopeOf({ kind: 'deposit', ownerId: 'o1' }, address),
    );
    expect(one!.addressScope).toBe('deposits 2001:db8:1:2::/64');
    expect(one!.siteScope).toEqual({ scope: 'deposits 2001:db8:1::/48', maxDeclined: 300 });
    expect(neighbour!.addressScope).not.toBe(one!.addressScope);
    expect(neighbour!.siteScope).toEqual(one!.siteScope);
    expect(other!.siteScope).not.toEqual(one!.siteScope);
  });

  it('counts an IPv4 address by itself, mapped into IPv6 or not', () => {
    for (const address of ['198.51.100.7', '::ffff:198.51.100.7'])
      expect(cardScopeOf({ kind: 'deposit', ownerId: 'o1' }, address)).toMatchObject({
        addressScope: 'deposits 198.51.100.7',
        siteScope: null,
      });
  });

  it('counts no address where a server sends the card', () => {
    const { addressScope, siteScope } = cardScopeOf({ kind: 'secret-key', ...app }, null);
    expect([addressScope, siteScope]).toEqual([null, null]);
  });
});
