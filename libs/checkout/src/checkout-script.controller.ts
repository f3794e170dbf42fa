import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { Config } from '@app/config';
import { type WireRequest, WithPolicy } from '@app/http';
import { notFound } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { sendAsset } from './page/asset-answer';
import { PageAssets } from './page/page-assets';

const SCRIPT = { credentials: [], hidden: true, uncounted: true } as const;
const OLD_ADDRESS = 'api/v1/checkout.js';
const FIVE_MINUTES = 'public, max-age=300';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** checkout.js for merchants' pages: the newest, and each released version under an address of its own. */
@Controller()
export class CheckoutScriptController {
  constructor(private readonly assets: PageAssets) {}

  @Get('checkout.js')
  @WithPolicy({ ...SCRIPT, summary: 'The newest checkout.js' })
  newest(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return sendAsset(request, reply, this.assets.checkoutScript, FIVE_MINUTES);
  }

  @Get('checkout-js/:file')
  @WithPolicy({ ...SCRIPT, summary: 'A released checkout.js, which never changes' })
  released(
    @Param('file') file: string,
    @Req() request: WireRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer {
    const asset = this.assets.release(file);
    if (!asset) throw notFound('Address');
    return sendAsset(request, reply, asset, IMMUTABLE);
  }

  @Get(OLD_ADDRESS)
  @WithPolicy({ ...SCRIPT, summary: 'Where checkout.js is' })
  moved(@Res() reply: FastifyReply): void {
    leadTo(reply, '/checkout.js');
  }
}

/** On the business host: where pages look for checkout.js that were made for its old addresses. */
@Controller()
export class CheckoutScriptSignpostController {
  constructor(private readonly config: Config) {}

  @Get([OLD_ADDRESS, 'checkout.js'])
  @WithPolicy({ ...SCRIPT, summary: 'Where checkout.js is' })
  moved(@Res() reply: FastifyReply): void {
    leadTo(reply, `${this.config.urls.checkout}/checkout.js`);
  }
}

function leadTo(reply: FastifyReply, location: string): void {
  void reply.status(308).headers({ location, 'cache-control': FIVE_MINUTES }).send();
}
