import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { WireRequest } from '../wire/request';
import { UploadPlacesService } from './upload-places.service';

const FORM = 'multipart/form-data; boundary=x';
/** Each user has an address of their own unless one is given. */
const request = (userId: string, type: string, clientAddress = `address of ${userId}`) =>
  ({
    headers: { 'content-type': type },
    caller: { kind: 'user', userId },
    clientAddress,
  }) as unknown as WireRequest;

describe('Places of uploads', () => {
  const places = new UploadPlacesService();
  /** Takes a place; the result ends its response. */
  const take = (userId: string, address?: string) => {
    const raw = new EventEmitter();
    places.admit(request(userId, FORM, address), { raw } as unknown as FastifyReply);
    return () => raw.emit('close');
  };
  const refusal = (userId: string, type = FORM, address?: string) => {
    const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
    try {
      places.admit(request(userId, type, address), reply);
      return 'taken';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('are two for a caller and eighteen for all, until the responses have ended', () => {
    const ends = Array.from({ length: 18 }, (_, n) => take(`user ${n >> 1}`));
    expect(refusal('user 0')).toBe('RATE_LIMITED');
    expect(refusal('another')).toBe('SERVICE_UNAVAILABLE');
    ends[0]!();
    take('another');
    expect(refusal('user 0')).toBe('SERVICE_UNAVAILABLE');
    for (const end of ends.slice(1)) end();
    const again = [take('user 0'), take('user 0')];
    expect(refusal('user 0')).toBe('RATE_LIMITED');
    for (const end of again) end();
  });

  it.each([
    ['six for an address', '198.51.100.7', 6],
    ['six for a /64', '2001:db8:1:2::1', 6],
  ])('are %s, whatever accounts use it, until the responses have ended', (_, address, max) => {
    const ends = Array.from({ length: max }, (_, n) => take(`user ${n}`, address));
    expect(refusal('one more', FORM, address)).toBe('RATE_LIMITED');
    const elsewhere = take('one more', '198.51.100.8');
    ends.pop()!();
    ends.push(take('one more', address), elsewhere);
    for (const end of ends) end();
  });

  it('are twelve for a /48', () => {
    const ends = Array.from({ length: 12 }, (_, n) => take(`user ${n}`, `2001:db8:1:${n}::1`));
    expect(refusal('one more', FORM, '2001:db8:1:ff::1')).toBe('RATE_LIMITED');
    ends.push(take('one more', '2001:db8:2:ff::1'));
    for (const end of ends) end();
  });

  it.each(['', 'application/json', 'multipart/form-data', 'multipart/mixed; boundary=x'])(
    'are for forms only, not for %j',
    (type) => expect(refusal('someone', type)).toBe('UNSUPPORTED_MEDIA_TYPE'),
  );
});
