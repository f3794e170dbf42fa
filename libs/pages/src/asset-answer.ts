import { inBestEncoding, type WireRequest } from '@app/http';
import type { FastifyReply } from 'fastify';
import type { Asset } from './page-assets.service';

/** Answers with a file in the smallest encoding that the browser accepts. */
export function sendAsset(request: WireRequest, reply: FastifyReply, asset: Asset, caching: string): Buffer {
  void reply.headers({
    'content-type': asset.type,
    'cache-control': caching,
    // Merchants' pages load checkout.js with an integrity attribute, which needs this.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  return inBestEncoding(request, reply, asset);
}
