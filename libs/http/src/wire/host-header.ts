import type { IncomingMessage } from 'node:http';
import { invalid } from '@app/kernel';
import { isRepeated } from './repeated-header';

/** A name or an address, with or without a port. */
const AUTHORITY = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::(\d{0,5}))?$/i;
const MAX_PORT = 65_535;

/** Throws VALIDATION_ERROR for several Host headers and one that names no host, and in HTTP/1.1 for none at all. */
export function checkHost(request: IncomingMessage): void {
  const { headers, httpVersion } = request;
  if (headers.host === undefined) {
    if (httpVersion === '1.0') return;
    throw invalid('Host', 'The request has no Host header.');
  }
  const [, port = '0'] = AUTHORITY.exec(headers.host) ?? [undefined, 'none'];
  if (!(Number(port) <= MAX_PORT)) throw invalid('Host', 'The Host header does not name a host.');
  if (isRepeated(request, 'host')) throw invalid('Host', 'The request has several Host headers.');
}
