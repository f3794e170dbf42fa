import { isPublicAddress } from './public-address';

const REFUSED = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.1.2.3 169.254.0.1
  169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1
  192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255
  :: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1
  64:ff9b::808:808 64:ff9b:1::1 100::1 1234::1 2001::1 2001:db8::1 2002:7f00:1:: 2002:808:808:: 3fff::1 4000::1
  5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff02::1
`;
const ADMITTED =
  '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 172.15.255.255 172.32.0.1 193.0.0.1 223.255.255.255 2606:4700::1111 2a00:1450:4001::1';
const NO_ADDRESSES = ['', 'localhost', 'example.com', '127.0.0.1:80', '[::1]', '8.8.8.8/32', ' '];

const words = (text: string) => text.trim().split(/\s+/);

describe('isPublicAddress', () => {
  it.each(words(REFUSED))('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(words(ADMITTED))('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(NO_ADDRESSES)('"%s" is not an address', (text) => expect(isPublicAddress(text)).toBe(false));
});
