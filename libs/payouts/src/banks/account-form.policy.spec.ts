import { type AccountForm, parseAccount } from './account-form.policy';
import { maskedEmail, maskedNumber } from './account-mask.policy';
import { hasNubanCheckDigit, isRoutingNumber } from './account-number.policy';

const name = { account_name: 'Ada Okafor' };
const usd = { ...name, currency: 'USD', account_type: 'checking' } as const;
const eur = { ...name, iban: 'DE89 3704 0044 0532 0130 00' };
const wire = { ...name, type: 'wire', bank_name: 'A Bank', account_number: '12345678' } as const;

describe('parseAccount', () => {
  it.each<[AccountForm, object]>([
    [
      { bank_code: '058', account_number: '0123456789' },
      { kind: 'listed', country: 'NG', currency: 'NGN' },
    ],
    [
      {
        ...name,
        currency: 'GHS',
        bank_code: 'GH280100',
        branch_code: 'GH280103',
        account_number: '12345678',
      },
      { kind: 'listed', country: 'GH' },
    ],
    [
      { ...name, country_code: 'GB', sort_code: '20-00-00', account_number: '123456' },
      { currency: 'GBP', destination: { sortCode: '200000', accountNumber: '00123456' } },
    ],
    [{ ...usd, routing_number: '021000021', account_number: '1234' }, { destination: { scheme: 'aba' } }],
    [eur, { currency: 'EUR', country: 'DE', destination: { iban: 'DE89370400440532013000', bic: null } }],
    [{ ...eur, swift: 'cobadeff' }, { destination: { bic: 'COBADEFF' } }],
    [
      { type: 'extwallet', extwallet_email: 'a@b.example' },
      { kind: 'ready', currency: 'USD' },
    ],
    [
      { ...wire, currency: 'USD', swift: 'CHASUS33XXX' },
      { kind: 'wire', country: 'US' },
    ],
  ])('reads %j', (form, expected) => expect(parseAccount(form)).toMatchObject(expected));

  it.each<[string, AccountForm]>([
    ['account_number', { bank_code: '058', account_number: '123456789' }],
    ['bank_code', { account_number: '0123456789' }],
    ['branch_code', { ...name, currency: 'GHS', bank_code: 'GH280100', account_number: '12345678' }],
    ['account_name', { currency: 'KES', bank_code: '01', account_number: '12345678' }],
    ['country_code', { currency: 'NGN', country_code: 'GH', bank_code: '058', account_number: '0123456789' }],
    ['sort_code', { ...name, currency: 'GBP', sort_code: '20000-', account_number: '12345678' }],
    ['routing_number', { ...usd, routing_number: '021000022', account_number: '1234' }],
    ['account_number', { ...usd, routing_number: '021000021', account_number: '123' }],
    ['account_type', { ...name, currency: 'USD', routing_number: '021000021', account_number: '1234' }],
    ['iban', { ...eur, iban: 'DE89370400440532013001' }],
    ['iban', { ...eur, iban: 'AE070331234567890123456' }],
    ['swift', { ...eur, swift: 'COBADEF' }],
    ['swift', { ...wire, currency: 'USD' }],
    ['currency', { ...name, currency: 'CAD', account_number: '1234567' }],
    ['currency', { type: 'extwallet', currency: 'NGN', extwallet_email: 'a@b.example' }],
  ])('names %s of %j', (field, form) => {
    let errors: unknown;
    try {
      parseAccount(form);
    } catch (error) {
      ({ errors } = (error as { extra: { errors: unknown } }).extra);
    }
    expect(errors).toEqual([expect.objectContaining({ field })]);
  });
});

it.each([
  ['021000021', true],
  ['011401533', true],
  ['021000020', false],
  ['991000021', false],
])('accepts %s as a routing number: %s', (text, expected) => expect(isRoutingNumber(text)).toBe(expected));

it('verifies the check digit of Nigerian accounts', () => {
  // The example of the Central Bank of Nigeria's standard.
  expect(hasNubanCheckDigit('011', '0000014579')).toBe(true);
  expect(hasNubanCheckDigit('011', '0000014578')).toBe(false);
});

it('masks numbers and addresses', () => {
  expect([maskedNumber('0123456789'), maskedNumber('1234')]).toEqual(['•••• 6789', '•••• 34']);
  expect(maskedEmail('ada@example.com')).toBe('a•••@example.com');
});
