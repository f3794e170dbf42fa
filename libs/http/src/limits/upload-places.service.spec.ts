import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { WireRequest } from '../wire/request';
import { UploadPlaces } from './upload-places.service';

const request = (userId: string, type = 'multipart/form-data; boundary=x') =>
  ({ headers: { 'content-type': type }, caller: { kind: 'user', userId } }) as unknown as WireRequest;

describe('Places of uploads', () => {
  const places = new UploadPlaces();
  /** Takes a place; the result ends its response. */
  const take = (userId: string) => {
    const raw = new EventEmitter();
    places.admit(request(userId), { raw } as unknown as FastifyReply);
    return () => raw.emit('close');
  };
  const refusal = (userId: string, type?: string) => {
    try {
      places.admit(request(userId, type), { raw: new EventEmitter() } as unknown as FastifyReply);
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
    take('user 0');
    take('user 0');
    expect(refusal('user 0')).toBe('RATE_LIMITED');
  });

  it.each(['', 'application/json', 'multipart/form-data', 'multipart/mixed; boundary=x'])(
    'are for forms only, not for %j',
    (type) => expect(refusal('someone', type)).toBe('UNSUPPORTED_MEDIA_TYPE'),
  );
});
