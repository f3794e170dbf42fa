import { objectOf } from './keep-requests';

describe('The object of a request', () => {
  it('is named by an id of this platform', () => {
    expect(objectOf({ session_id: 'cs_live_7dRk2WfX9mTqB4vLpZ1sNc' })).toBe('cs_live_7dRk2WfX9mTqB4vLpZ1sNc');
    expect(objectOf({ id: '019a5c1e-7a40-7c11-9d52-3b6f8e2a1c01' })).toBe(
      '019a5c1e-7a40-7c11-9d52-3b6f8e2a1c01',
    );
  });

  it.each([
    ['a secret key', { session_id: 'sk_live_7dRk2WfX9mTqB4vLpZ1sNc' }],
    ['a card number', { id: '4242424242424242' }],
    ['an e-mail address', { id: 'ada@example.com' }],
    ['another field', { pin: '019a5c1e-7a40-7c11-9d52-3b6f8e2a1c01' }],
    ['no object', null],
  ])('is not taken from %s', (_, fields) => {
    expect(objectOf(fields)).toBeNull();
  });
});
