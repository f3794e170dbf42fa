import { withParameters } from './address';

describe('Parameters of an address', () => {
  it.each([
    ['https://shop.example', 'https://shop.example?id=1'],
    ['HTTPS://Shop.EXAMPLE:443/', 'HTTPS://Shop.EXAMPLE:443/?id=1'],
    ['https://shop.example/a/./b/../c?', 'https://shop.example/a/./b/../c?id=1'],
    ['https://shop.example/?x=1&', 'https://shop.example/?x=1&id=1'],
    [
      'https://shop.example/back?sig=a/b%20c+d~(x)*&%E9&flag&=&?',
      'https://shop.example/back?sig=a/b%20c+d~(x)*&%E9&flag&=&?id=1',
    ],
    ['https://shop.example/?id=0&x=%7e#/route?y=1', 'https://shop.example/?id=0&x=%7e&id=1#/route?y=1'],
    ['https://shop.example/#', 'https://shop.example/?id=1#'],
    ['https://bücher.example/straße?q=é', 'https://bücher.example/straße?q=é&id=1'],
  ])('are appended to %s, whose characters stay', (address, expected) => {
    expect(withParameters(address, { id: '1' })).toBe(expected);
  });

  it('are encoded and joined', () => {
    expect(withParameters('/thanks?a', { tx_ref: 'a b&c', id: '2' })).toBe('/thanks?a&tx_ref=a%20b%26c&id=2');
  });
});
