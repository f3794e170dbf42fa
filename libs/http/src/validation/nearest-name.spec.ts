import { nearestName } from './nearest-name';

const NAMES = ['amount', 'currency', 'customer_email', 'pin', 'from', 'to', 'success_url', 'cancel_url'];

describe('The nearest name', () => {
  it.each([
    ['curency', 'currency'],
    ['amuont', 'amount'],
    ['Amount', 'amount'],
    ['customerEmail', 'customer_email'],
    ['sucess_ulr', 'success_url'],
    ['pni', 'pin'],
    ['form', 'from'],
    ['tot', 'to'],
  ])('is found: %s means %s', (given, name) => expect(nearestName(given, NAMES)).toBe(name));

  it.each(['kyc_level', 'pan_', 'pxx', 'amonut__', '', 'x'.repeat(10_000)])('is not named for %j', (given) =>
    expect(nearestName(given, NAMES)).toBeUndefined(),
  );

  it('is not named where two names are as near', () =>
    expect(nearestName('lisd', ['list', 'lisp'])).toBeUndefined());

  it('is the nearer one of two that are near', () =>
    expect(nearestName('createx', ['creatorx', 'create'])).toBe('create'));
});
