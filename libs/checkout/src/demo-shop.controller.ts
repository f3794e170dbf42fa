import { Controller, Get, Res } from '@nestjs/common';
import { WithPolicy } from '@app/http';
import { randomToken } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { DemoShopQueries } from './demo-shop.queries';
import { demoHeaders, demoPage } from './page/demo-page';
import { PageAssets } from './page/page-assets';
import { SessionAccess } from './sessions/session-access.service';

/** A shop that opens the checkout in each way a merchant can. */
@Controller()
export class DemoShopController {
  constructor(
    private readonly shop: DemoShopQueries,
    private readonly access: SessionAccess,
    private readonly assets: PageAssets,
  ) {}

  @Get('demo')
  @WithPolicy({ credentials: [], hidden: true, summary: 'The demo shop' })
  async show(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const nonce = randomToken(16);
    const { mode } = this.access;
    void reply.headers(demoHeaders(nonce));
    return demoPage({
      mode,
      publicKey: await this.shop.publicKey(mode),
      nonce,
      files: this.assets.demoPage(),
    });
  }
}
