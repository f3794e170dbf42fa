import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Header, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf, type WireRequest, WithPolicy } from '@app/http';
import { Clock, DomainError, randomToken } from '@app/kernel';
import { builtFolder } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { type ReceivedEvent, ShopInboxService } from './shop-inbox.service';
import { shopHeaders, shopPage } from './shop.page';
import { ShopQueries } from './shop.queries';
import { isGenuine } from './webhook-signature';

const SHOP = { credentials: [], hidden: true, uncounted: true } as const;

@Controller('demo')
export class ShopController {
  private readonly folder = builtFolder('examples/shop/web', 'shop.js');
  private readonly script = readFileSync(path.join(this.folder, 'shop.js'));
  private readonly style = readFileSync(path.join(this.folder, 'shop.css'));

  constructor(
    private readonly shop: ShopQueries,
    private readonly inbox: ShopInboxService,
    private readonly clock: Clock,
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

  /** Takes an event only with a valid signature over its bytes; a repeated one is acknowledged again. */
  @Post('hooks')
  @HttpCode(200)
  @WithPolicy({ ...SHOP, signedBody: true, summary: 'Webhook of the demo shop' })
  async receive(@Req() { headers, bodyText = '' }: WireRequest): Promise<object> {
    const secrets = await this.shop.webhookSecrets(modeOf(this.host));
    const now = this.clock.now();
    if (!isGenuine(bodyText, headers, secrets, now.getTime())) {
      throw new DomainError('unauthenticated', 'UNAUTHENTICATED', 'The signature is missing or wrong.');
    }
    const { event, data } = JSON.parse(bodyText) as Pick<ReceivedEvent, 'event' | 'data'>;
    this.inbox.add({ id: String(headers['webhook-id']), event, received_at: now.toISOString(), data });
    return {};
  }

  @Get('events')
  @WithPolicy({ ...SHOP, summary: "What the demo shop's server received" })
  async events(
    @Query('after') after: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ events: ReceivedEvent[] }> {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return { events: await this.inbox.after(Number(after) || 0, gone.signal) };
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
