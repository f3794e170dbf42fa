import { Controller, Param, Res } from '@nestjs/common';
import { notFound } from '@app/kernel';
import { PageGet } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { hashIn } from './brand-logo.policy';
import { BrandQueries } from './brand.queries';

/** The logos of businesses, for their pages and for the mails about their payments. */
@Controller()
export class BrandPicturesController {
  constructor(private readonly brands: BrandQueries) {}

  @PageGet('brand/:file', { uncounted: true, summary: 'The logo of a business' })
  async logo(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const hash = hashIn(file);
    const picture = hash && (await this.brands.screen(hash));
    if (!picture) throw notFound('Address');
    void reply.headers({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      // Mail programs in a browser show it on pages of their own.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': `default-src 'none'`,
    });
    return picture;
  }
}
