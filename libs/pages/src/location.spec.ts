import { locationOf } from './location';

describe('The Location header of an address', () => {
  it.each([
    'https://Shop.example:443/a/../b?sig=a/b%20c~(x)\'"<>`{|}^&%E9&flag#part',
    '/pay/token?lang=fr',
    'https://shop.example?x',
  ])('is %s unchanged', (address) => {
    expect(locationOf(address)).toBe(address);
  });

  it.each([
    ['https://bücher.example/straße?q=é#ü', 'https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A9#%C3%BC'],
    ['https://shop.example/x\r\nSet-Cookie: a=b', 'https://shop.example/x%0D%0ASet-Cookie:%20a=b'],
  ])('holds for %s only characters that a header can carry', (address, expected) => {
    expect(locationOf(address)).toBe(expected);
  });
});
