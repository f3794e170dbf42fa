import { ManualClock } from '@app/kernel';
import { countByAddress } from './address-limit';
import { networksOf } from './address-networks';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage';

it('An IPv4 address is counted by itself', () => {
  expect(networksOf('203.0.113.7')).toEqual([{ key: '203.0.113.7', factor: 1 }]);
});

it.each(['::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])(
  'An IPv4 address mapped into IPv6 is counted as that address: %s',
  (address) => expect(networksOf(address)).toEqual([{ key: '203.0.113.7', factor: 1 }]),
);

it.each(['not an address', 'not:one', ''])('A text that is no address is counted by itself: %j', (text) => {
  expect(networksOf(text)).toEqual([{ key: text, factor: 1 }]);
});

it('An IPv6 address is counted by its /64, and by its /48 with ten times the limit', () => {
  const networks = [
    { key: '2001:db8:1::/48', factor: 10 },
    { key: '2001:db8:1:2::/64', factor: 1 },
  ];
  expect(networksOf('2001:db8:1:2::1')).toEqual(networks);
  expect(networksOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toEqual(networks);
  expect(networksOf('2001:db8:1:3::1')[1]).toEqual({ key: '2001:db8:1:3::/64', factor: 1 });
  expect(networksOf('::1')).toEqual([
    { key: '0:0:0::/48', factor: 10 },
    { key: '0:0:0:0::/64', factor: 1 },
  ]);
});

describe('Requests of unknown callers', () => {
  const storage = () => new MemoryRateLimitStorage(new ManualClock(), true);
  const isBlocked = async (limits: MemoryRateLimitStorage, address: string) =>
    (await countByAddress(limits, address)).isBlocked;

  it('share the limit of their /64', async () => {
    const limits = storage();
    for (let n = 0; n < 300; n++)
      expect(await isBlocked(limits, `2001:db8:1:2::${n.toString(16)}`)).toBe(false);
    expect(await isBlocked(limits, '2001:db8:1:2:ffff::')).toBe(true);
    expect(await isBlocked(limits, '2001:db8:1:3::1')).toBe(false);
  });

  it('share the limit of their /48, ten times as high', async () => {
    const limits = storage();
    for (let n = 0; n < 3000; n++)
      expect(await isBlocked(limits, `2001:db8:1:${n.toString(16)}::1`)).toBe(false);
    expect(await isBlocked(limits, '2001:db8:1:ffff::1')).toBe(true);
    expect(await isBlocked(limits, '2001:db8:2::1')).toBe(false);
  });
});
