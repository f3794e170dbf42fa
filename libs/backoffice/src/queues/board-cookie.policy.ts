import type { FastifyRequest } from 'fastify';

export const COOKIE_NAME = 'queue_board';

/** The board's cookie; '' without one. */
export function boardCookie({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE_NAME}=`))?.slice(COOKIE_NAME.length + 1) ?? '';
}
