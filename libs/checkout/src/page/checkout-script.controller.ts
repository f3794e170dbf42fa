import { Controller, Param, Req, Res } from '@nestjs/common';
import { Config } from '@app/config';
import type { WireRequest } from '@app/http';
import { notFound } from '@app/kernel';
import { PageAssetsService, PageGet, sendAsset } from '@app/pages';
import type { FastifyReply } from 'fastify';

const SCRIPT = { uncounted: true } as const;
const OLD_ADDRESS = 'api/v1/checkout.js';
const FIVE_MINUTES = 'public, max-age=300';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** checkout.js for merchants' pages: the newest version, and each released version at its own address. */
@Controller()
export class CheckoutScriptController {
  constructor(private readonly assets: PageAssetsService) {}

  @PageGet('checkout.js', { ...SCRIPT, summary: 'The newest checkout.js' })
  newest(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return sendAsset(request, reply, this.assets.checkoutScript, FIVE_MINUTES);
  }

  @PageGet('checkout-js/:file', { ...SCRIPT, summary: 'A released checkout.js, which never changes' })
  released(
    @Param('file') file: string,
    @Req() request: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer {
    const asset = this.assets.release(file);
    if (!asset) throw notFound('Address');
    return sendAsset(request, reply, asset, IMMUTABLE);
  }

  @PageGet(OLD_ADDRESS, { ...SCRIPT, summary: 'Where checkout.js is' })
  redirect(@Res() reply: FastifyReply): void {
    redirectTo(reply, '/checkout.js');
  }
}

/** The old addresses of checkout.js on the business host, which existing pages still load. */
@Controller()
export class CheckoutScriptRedirectController {
  constructor(private readonly config: Config) {}

  @PageGet([OLD_ADDRESS, 'checkout.js'], { ...SCRIPT, summary: 'Where checkout.js is' })
  redirect(@Res() reply: FastifyReply): void {
    redirectTo(reply, `${this.config.urls.checkout}/checkout.js`);
  }
}

function redirectTo(reply: FastifyReply, location: string): void {
  void reply.status(308).headers({ location, 'cache-control': FIVE_MINUTES }).send();
}
