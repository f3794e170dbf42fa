import type { AppCaller, UserCaller } from '@app/http';
import { mayAct, sellerOf } from './seller.policy';

const person = { kind: 'user', accountId: 'account', teamRole: null } as UserCaller;
const key = { kind: 'app', ownerId: 'account', appId: 'app', scopes: null } as AppCaller;

describe('A seller of subscriptions', () => {
  it('is an app in its mode, or an account with all its apps', () => {
    expect(sellerOf(key, 'sandbox')).toEqual({ ownerId: 'account', appId: 'app', mode: 'test' });
    expect(sellerOf(person, 'business')).toEqual({ ownerId: 'account', appId: null, mode: 'live' });
  });

  it('sees addresses that can pay and cancel where it may do so itself', () => {
    expect(mayAct(key, 'checkout')).toBe(true);
    expect(mayAct({ ...key, scopes: ['subscriptions:read'] }, 'checkout')).toBe(false);
    expect(mayAct(person, 'business')).toBe(true);
    expect(mayAct(person, 'checkout')).toBe(false);
    expect(mayAct({ ...person, teamRole: 'finance' }, 'business')).toBe(true);
    expect(mayAct({ ...person, teamRole: 'support' }, 'business')).toBe(false);
  });
});
