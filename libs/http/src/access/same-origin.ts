import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of this host sent the request, as browsers state it in headers that no page can set. A program that
 * forges them has no cookie of a person.
 */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
