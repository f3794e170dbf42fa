import type { IncomingMessage } from 'node:http';

/** Whether the request has a header more than once. Node shows only the first of some headers. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) times++;
  }
  return times > 1;
}
