import { Body, Inject, Query, type Type } from '@nestjs/common';
import type { HostName } from '@app/config';
import {
  By,
  type Caller,
  Context,
  type Credential,
  GetAction,
  HOST,
  PagedQuery,
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
import { CreateLinkBody, LinkQuery, UpdateLinkBody } from './payment-links.dto';

const minors = (amounts: unknown[] | null | undefined) =>
  amounts?.map((amount) => parseMajorToMinor(amount)!);

/** `features.php?section=payment-links`, for people and keys; `credentials` are those that write. */
function paymentLinksController(credentials: readonly Credential[]): Type<object> {
  const reads = {
    credentials: ['session', 'secret-key'],
    scope: 'charges:read',
    team: 'payments:read',
  } as const;
  const writes = {
    credentials,
    scope: 'charges:create',
    team: 'payments:write',
    idempotent: true,
  } as const;

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
        suggestedMinor: minors(body.suggested_amounts) ?? [],
        successUrl: body.success_url ?? null,
        maxUses: body.max_uses ?? null,
        expiresAt: body.expires_at == null ? null : new Date(body.expires_at),
        metadata: body.metadata ?? {},
      });
      const shown = await this.shownFor(issuer);
      return this.commands.answer(context, command, (link) => shown(withUses(link, { uses: 0, held: 0 })));
    }

    @PostAction('update', {
      ...writes,
      summary: 'Switch a payment link on or off, or change the amounts that it suggests',
      refusals: ['NOT_FOUND'],
    })
    async update(
      @By() caller: Caller,
      @Context() context: RequestContext,
      @Body() { id, active, suggested_amounts: suggested }: UpdateLinkBody,
    ) {
      const issuer = issuerOf(caller, this.host);
      const counted = await this.queries.find(issuer, id);
      const changes = { active: active ?? undefined, suggestedMinor: minors(suggested) };
      const command = new UpdatePaymentLink(issuer, id, changes);
      const shown = await this.shownFor(issuer);
      return this.commands.answer(context, command, (link) => shown(withUses(link, counted)));
    }

    @GetAction('list', { ...reads, summary: 'Your payment links, newest first' })
    async list(@By() caller: Caller, @Query() query: PagedQuery) {
      const issuer = issuerOf(caller, this.host);
      const [found, need] = await Promise.all([
        this.queries.list(issuer, query),
        this.collecting.needOf(issuer),
      ]);
      return found.mapAsync(async (link) => {
        const now = await this.times.of(link);
        return linkView(link, { now, need, url: this.urlOf(link) });
      });
    }

    @GetAction('detail', { ...reads, summary: 'A payment link with its QR code', refusals: ['NOT_FOUND'] })
    async detail(@By() caller: Caller, @Query() { id }: LinkQuery) {
      const issuer = issuerOf(caller, this.host);
      const link = await this.queries.find(issuer, id);
      const shown = await this.shownFor({ ...issuer, appId: link.appId });
      return shown(link);
    }

    private async shownFor(issuer: Issuer) {
      const [now, need] = await Promise.all([this.times.of(issuer), this.collecting.needOf(issuer)]);
      return (link: LinkFacts) => linkDetailView(link, { now, need, url: this.urlOf(link) });
    }

    private urlOf({ mode, code }: LinkFacts): string {
      return `${this.tokens.baseUrl(mode)}/link/${code}`;
    }
  }
  return PaymentLinksController;
}

/** On the business host people and keys write. */
export const PaymentLinksController = paymentLinksController(['session', 'secret-key']);
/** In the sandbox test keys write. */
export const SandboxPaymentLinksController = paymentLinksController(['secret-key']);
