import { Controller, Req, Res } from '@nestjs/common';
import type { WireRequest } from '@app/http';
import { notFound } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { sendAsset } from './asset-answer';
import { PageGet } from './page.policy';
import { PageAssetsService } from './page-assets.service';

/** Scripts and styles of the pages. Their names contain a hash of their content. */
@Controller()
export class AssetsController {
  constructor(private readonly assets: PageAssetsService) {}

  @PageGet('assets/:file', { uncounted: true, summary: 'Scripts and styles of the pages' })
  asset(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const asset = this.assets.at(request.url.split('?')[0]!);
    if (!asset) throw notFound('Address');
    return sendAsset(request, reply, asset, 'public, max-age=31536000, immutable');
  }
}
