import type { WireRequest } from '@app/http';
import type { FastifyReply } from 'fastify';
import type { Asset } from './page-assets.service';

/** Answers with a file in the smallest encoding that the browser accepts. */
export function sendAsset(request: WireRequest, reply: FastifyReply, asset: Asset, caching: string): Buffer {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((entry) => entry.split(';'))
    .filter(([, quality = '']) => !/^\s*q=0(\.0*)?\s*$/.test(quality))
    .map(([name]) => name!.trim());
  const encoding = [...asset.encoded.keys()].find((name) => accepted.includes(name));
  void reply.headers({
    'content-type': asset.type,
    'cache-control': caching,
    vary: 'accept-encoding',
    // Merchants' pages load checkout.js with an integrity attribute, which needs this.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  });
  return encoding === undefined ? asset.content : asset.encoded.get(encoding)!;
}
