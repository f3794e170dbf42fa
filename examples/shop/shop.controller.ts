import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf, WithPolicy } from '@app/http';
import { randomToken } from '@app/kernel';
import { builtFolder } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { shopHeaders, shopPage } from './shop.page';
import { ShopQueries } from './shop.queries';

const SHOP = { credentials: [], hidden: true } as const;

@Controller('demo')
export class ShopController {
  private readonly folder = builtFolder('examples/shop/web', 'shop.js');
  private readonly script = readFileSync(path.join(this.folder, 'shop.js'));
  private readonly style = readFileSync(path.join(this.folder, 'shop.css'));

  constructor(
    private readonly shop: ShopQueries,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @Get()
  @WithPolicy({ ...SHOP, summary: 'The demo shop' })
  async show(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const nonce = randomToken(16);
    const mode = modeOf(this.host);
    void reply.headers(shopHeaders(nonce));
    return shopPage({ mode, publicKey: await this.shop.publicKey(mode), nonce });
  }

  @Get('shop.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @WithPolicy({ ...SHOP, summary: 'The script of the demo shop' })
  showScript(): Buffer {
    return this.script;
  }

  @Get('shop.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @WithPolicy({ ...SHOP, summary: 'The style sheet of the demo shop' })
  showStyle(): Buffer {
    return this.style;
  }
}
