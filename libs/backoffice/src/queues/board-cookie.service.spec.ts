import type { Config } from '@app/config';
import type { FastifyReply } from 'fastify';
import { BoardCookieService } from './board-cookie.service';

const cookieAt = (business: string) => new BoardCookieService({ urls: { business } } as Config);

function setBy(cookie: BoardCookieService): string {
  const header = jest.fn();
  cookie.set({ header } as unknown as FastifyReply, 'visit-1', 900);
  expect(header).toHaveBeenCalledTimes(1);
  return header.mock.calls[0]![1] as string;
}

describe('the cookie of the queue board', () => {
  it('is bound to its host behind https', () => {
    const cookie = cookieAt('https://business.example.com');
    expect(setBy(cookie)).toBe(
      '__Host-queue_board=visit-1; HttpOnly; SameSite=Strict; Path=/; Secure; Max-Age=900',
    );
    const read = (header?: string) => cookie.read({ headers: { cookie: header } });
    expect(read('a=b; __Host-queue_board=visit-1')).toBe('visit-1');
    expect(read('queue_board=visit-1')).toBe('');
    expect(read()).toBe('');
  });

  it('has no prefix on a development stack without TLS', () => {
    expect(setBy(cookieAt('http://127.0.0.1:3001'))).toBe(
      'queue_board=visit-1; HttpOnly; SameSite=Strict; Path=/; Max-Age=900',
    );
  });
});
