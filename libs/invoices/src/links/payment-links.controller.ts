import { Body, Inject, Query, type Type } from '@nestjs/common';
import type { HostName } from '@app/config';
import {
  By,
  type Caller,
  Context,
  type Credential,
  GetAction,
  HOST,
  PostAction,
  WireController,
} from '@app/http';
import { parseMajorToMinor, Times } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { InvoiceTokensService } from '../invoices/invoice-tokens.service';
import { CollectingService } from '../collecting.service';
import { type Issuer, issuerOf } from '../issuer.policy';
import { CreatePaymentLink } from './commands/create-payment-link';
import { UpdatePaymentLink } from './commands/update-payment-link';
import { PaymentLinkQueries } from './payment-link.queries';
import { type LinkFacts, linkDetailView, linkView, withUses } from './payment-link.view';
import { CreateLinkBody, LinkListQuery, LinkQuery, UpdateLinkBody } from './payment-links.dto';

/** `features.php?section=payment-links`. */
function paymentLinksController(credentials: readonly Credential[]): Type<object> {
  const reads = { credentials, scope: 'charges:read' } as const;
  const writes = { credentials, scope: 'charges:create', idempotent: true } as const;

  @WireController('features.php/payment-links')
  class PaymentLinksController {
    constructor(
      private readonly commands: Commands,
      private readonly queries: PaymentLinkQueries,
      private readonly tokens: InvoiceTokensService,
      private readonly collecting: CollectingService,
      private readonly times: Times,
      @Inject(HOST) private readonly host: HostName,
    ) {}

    @PostAction('create', {
      ...writes,
      accountType: 'business',
      summary: 'Create a payment link',
      refusals: ['LIMIT_REACHED'],
    })
    async create(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreateLinkBody) {
      const issuer = issuerOf(caller, this.host);
      const minor = (amount: unknown) => (amount == null ? null : parseMajorToMinor(amount)!);
      const command = new CreatePaymentLink({
        ...issuer,
        title: body.title,
        description: body.description ?? null,
        currency: body.currency ?? undefined,
        amountMinor: minor(body.amount),
        minMinor: minor(body.min_amount),
        maxMinor: minor(body.max_amount),
        successUrl: body.success_url ?? null,
        maxUses: body.max_uses ?? null,
        expiresAt: body.expires_at == null ? null : new Date(body.expires_at),
        metadata: body.metadata ?? {},
      });
      const shown = await this.shownFor(issuer);
      return this.commands.answer(context, command, (link) => shown(withUses(link, { uses: 0, held: 0 })));
    }

    @PostAction('update', { ...writes, summary: 'Switch a payment link on or off', refusals: ['NOT_FOUND'] })
    async update(
      @By() caller: Caller,
      @Context() context: RequestContext,
      @Body() { id, active }: UpdateLinkBody,
    ) {
      const issuer = issuerOf(caller, this.host);
      const counted = await this.queries.find(issuer, id);
      const command = new UpdatePaymentLink(issuer, id, active);
      const shown = await this.shownFor(issuer);
      return this.commands.answer(context, command, (link) => shown(withUses(link, counted)));
    }

    @GetAction('list', { ...reads, summary: 'Your payment links, newest first' })
    async list(@By() caller: Caller, @Query() { page, per_page: perPage }: LinkListQuery) {
      const issuer = issuerOf(caller, this.host);
      const found = await this.queries.list(issuer, page, perPage);
      const shown = await this.shownWith(issuer);
      return found.map((link) => linkView(link, { ...shown, url: this.urlOf(link) }));
    }

    @GetAction('detail', { ...reads, summary: 'A payment link with its QR code', refusals: ['NOT_FOUND'] })
    async detail(@By() caller: Caller, @Query() { id }: LinkQuery) {
      const issuer = issuerOf(caller, this.host);
      const shown = await this.shownFor(issuer);
      return shown(await this.queries.find(issuer, id));
    }

    private async shownFor(issuer: Issuer) {
      const shown = await this.shownWith(issuer);
      return (link: LinkFacts) => linkDetailView(link, { ...shown, url: this.urlOf(link) });
    }

    private async shownWith(issuer: Issuer) {
      const [now, need] = await Promise.all([this.times.of(issuer), this.collecting.needOf(issuer)]);
      return { now, need };
    }

    private urlOf({ mode, code }: LinkFacts): string {
      return `${this.tokens.baseUrl(mode)}/link/${code}`;
    }
  }
  return PaymentLinksController;
}

/** Of people and keys on the business host. */
export const PaymentLinksController = paymentLinksController(['session', 'secret-key']);
/** Of test keys in the sandbox. */
export const SandboxPaymentLinksController = paymentLinksController(['secret-key']);
