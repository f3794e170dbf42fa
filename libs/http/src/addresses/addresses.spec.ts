import type { IncomingMessage } from 'node:http';
import { clientAddressOf } from './client-address';
import { inRanges, isAddressOrRange } from './ip-ranges';

describe('Addresses', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['203.0.113.7', ['203.0.113.0/24']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['203.0.113.7', ['::ffff:203.0.113.7']],
    ['203.0.113.7', ['::ffff:203.0.113.0/120']],
    ['2001:db8::1', ['2001:0db8:0000::0001']],
    ['2001:db8::1', ['10.0.0.0/8', '2001:db8::/32']],
    ['fe80::1%eth0', ['fe80::/10']],
  ])('%s is within %p', (address, ranges) => expect(inRanges(address, ranges)).toBe(true));

  it.each([
    ['203.0.113.8', ['203.0.113.7']],
    ['203.0.114.7', ['203.0.113.0/24']],
    ['2001:db9::1', ['2001:db8::/32']],
    ['203.0.113.7', ['2001:db8::/32']],
    ['nonsense', ['0.0.0.0/0']],
    ['203.0.113.7', []],
  ])('%s is not within %p', (address, ranges) => expect(inRanges(address, ranges)).toBe(false));

  it.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32'])('%s is valid in an allow-list', (text) =>
    expect(isAddressOrRange(text)).toBe(true),
  );

  it.each([
    '',
    '10.0.0',
    '010.0.0.1x',
    '10.0.0.0/33',
    'fe80::1%eth0',
    '1',
    '0x7f000001',
    'example.com',
    5,
    null,
  ])('%p is not valid in an allow-list', (text) => expect(isAddressOrRange(text)).toBe(false));
});

describe('The client address', () => {
  const request = (socket: string, forwarded?: string) =>
    ({
      socket: { remoteAddress: socket },
      headers: { 'x-forwarded-for': forwarded },
    }) as unknown as IncomingMessage;

  it.each([
    ['the socket, without a trusted proxy', '198.51.100.1', '203.0.113.7', [], '198.51.100.1'],
    [
      'the socket, when it is no trusted proxy',
      '198.51.100.1',
      '203.0.113.7',
      ['10.0.0.0/8'],
      '198.51.100.1',
    ],
    ['what a trusted proxy forwards', '10.0.0.1', '203.0.113.7', ['10.0.0.0/8'], '203.0.113.7'],
    [
      'the last hop nobody vouches for',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.7, 10.0.0.2',
      ['10.0.0.0/8'],
      '203.0.113.7',
    ],
    ['the proxy, when it forwards nonsense', '10.0.0.1', 'unknown', ['10.0.0.0/8'], '10.0.0.1'],
    ['one form of a mapped address', '::ffff:198.51.100.1', undefined, [], '198.51.100.1'],
  ])('is %s', (_, socket, forwarded, proxies, expected) =>
    expect(clientAddressOf(request(socket, forwarded), proxies)).toBe(expected),
  );
});
