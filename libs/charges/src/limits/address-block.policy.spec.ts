import { addressBlock } from './address-block.policy';

describe('addressBlock', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:0:7:1::99', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:ffff::1', '2001:db8:0:7::/64'],
    ['::1', '0:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, block) => expect(addressBlock(address)).toBe(block));
});
