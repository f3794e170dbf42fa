import {
  brandOf,
  caretAfter,
  checkCvv,
  checkExpiry,
  checkNumber,
  checkPhone,
  groupedExpiry,
  groupedNumber,
} from './card';

const TODAY = new Date(2026, 10, 21);

describe('the card form', () => {
  it.each([
    ['4', 'Visa'],
    ['5399 83', 'Mastercard'],
    ['2223', 'Mastercard'],
    ['5061 2', 'Verve'],
    ['6500', 'Verve'],
    ['378282', 'Amex'],
    ['6011', 'Discover'],
    ['9', null],
    ['', null],
  ])('recognises %s as %s', (number, brand) => expect(brandOf(number)).toBe(brand));

  it.each([
    ['4000000000000000', '4000 0000 0000 0000'],
    ['40000', '4000 0'],
    ['4000', '4000'],
    ['378282246310005', '3782 822463 10005'],
    ['5061-2000 0000x0000000', '5061 2000 0000 0000 000'],
    ['4'.repeat(30), '4444 4444 4444 4444 444'],
  ])('groups %s as %s', (typed, shown) => expect(groupedNumber(typed)).toBe(shown));

  it.each([
    ['1', '1'],
    ['1/', '01'],
    ['5', '05'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['5/2031', '05 / 2031'],
    ['122031', '12 / 2031'],
    ['12/31', '12 / 31'],
  ])('groups the expiry %s as %s', (typed, shown) => expect(groupedExpiry(typed)).toBe(shown));

  it.each([
    ['12 / 30', null],
    ['12 / 2030', null],
    ['11 / 26', null],
    ['10 / 26', 'fault.expired'],
    ['05 / 2019', 'fault.expired'],
    ['13 / 30', 'fault.expiry'],
    ['00 / 30', 'fault.expiry'],
    ['12', 'fault.expiry'],
    ['', 'fault.expiry'],
  ])('says of the expiry %s: %s', (text, fault) => expect(checkExpiry(text, TODAY)).toBe(fault));

  it('wants as many digits of the security code as the brand prints', () => {
    expect(checkCvv('123', 'Visa')).toBeNull();
    expect(checkCvv('1234', 'Visa')).toBe('fault.cvv');
    expect(checkCvv('1234', 'Amex')).toBeNull();
    expect(checkCvv('123', 'Amex')).toBe('fault.cvv');
    expect(checkCvv('1234', null)).toBeNull();
    expect(checkCvv('', null)).toBe('fault.cvv');
  });

  it('takes numbers of 12 to 19 digits and phones with or without a plus', () => {
    expect(checkNumber('4000 0000 000')).toBe('fault.number');
    expect(checkNumber('4000 0000 0000')).toBeNull();
    expect(checkPhone('+254 (7) 12-345-678')).toBeNull();
    expect(checkPhone('\u202a+254\u00a07\u201112.345 678\u202c')).toBeNull();
    expect(checkPhone('0712')).toBe('fault.phone');
    expect(checkPhone('07x2345678')).toBe('fault.phone');
  });

  it('keeps the caret behind the digit it stood behind', () => {
    expect(caretAfter('4000 0000', 5)).toBe(6);
    expect(caretAfter('4000 0000', 0)).toBe(0);
    expect(caretAfter('12 / 30', 3)).toBe(6);
    expect(caretAfter('12', 9)).toBe(2);
  });
});
