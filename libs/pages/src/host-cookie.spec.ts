import type { FastifyReply } from 'fastify';
import { HostCookie } from './host-cookie';

function setBy(cookie: HostCookie): string {
  const header = jest.fn();
  cookie.set({ header } as unknown as FastifyReply, 'visit-1', 900);
  expect(header).toHaveBeenCalledTimes(1);
  return header.mock.calls[0]![1] as string;
}

describe('A cookie of a host', () => {
  it('is bound to its host behind https', () => {
    const cookie = new HostCookie('board', 'https://business.example.com');
    expect(setBy(cookie)).toBe(
      '__Host-board=visit-1; HttpOnly; SameSite=Strict; Path=/; Secure; Max-Age=900',
    );
    const read = (header?: string) => cookie.read({ headers: { cookie: header } });
    expect(read('a=b; __Host-board=visit-1')).toBe('visit-1');
    expect(read('board=visit-1')).toBe('');
    expect(read()).toBe('');
  });

  it('has no prefix on a development stack without TLS', () => {
    expect(setBy(new HostCookie('board', 'http://127.0.0.1:3001'))).toBe(
      'board=visit-1; HttpOnly; SameSite=Strict; Path=/; Max-Age=900',
    );
  });

  it('is cleared by an empty value that ends at once', () => {
    const header = jest.fn();
    new HostCookie('board', 'http://127.0.0.1:3001').clear({ header } as unknown as FastifyReply);
    expect(header).toHaveBeenCalledWith('set-cookie', 'board=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0');
  });
});
