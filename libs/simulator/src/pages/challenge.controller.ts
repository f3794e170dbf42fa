import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import { minorToText, parseMajorToMinor, randomToken } from '@app/kernel';
import { documentHeaders, locationOf, withParameters } from '@app/pages';
import type { FastifyReply } from 'fastify';
import { accountPage } from './account.page';
import { challengeOverPage, challengePage, consentPage, paidPage, walletPage } from './challenge.page';
import { BvnEventsService } from '../bvn/bvn-events.service';
import { type SimulatedBvn, SimulatedBvnsStore } from '../bvn/simulated-bvns.store';
import { refusal, success } from '../common/envelope.view';
import { SimulatorPage } from '../common/route.policy';
import { ChargeSettlementService } from '../charges/charge-settlement.service';
import { type SimulatedAccount, SimulatedAccountsStore } from '../charges/simulated-accounts.store';
import { APPROVED, declinedFor, type SimulatedCharge } from '../charges/simulated-charge';
import { SimulatedChargesStore } from '../charges/simulated-charges.store';
import { SimulatedChargebacksStore } from '../charges/simulated-chargebacks.store';
import { transactionView } from '../charges/transaction.view';
import { WalletEventsService } from '../wallet/wallet-events.service';
import { type SimulatedOrder, WalletOrdersStore } from '../wallet/wallet-orders.store';

const ONE_MAJOR_UNIT = 100n;
const NOTHING_HERE = 'There is no payment to confirm at this address.';
const VERDICTS = 'Send a decision: approve or decline';
const NO_TRANSFER = 'No transfer was made, because this amount cannot be transferred.';
const TRANSFERS = 'Send a decision (exact, short of more than 1.00, over) or an amount in major units';

/**
 * The person's part of a payment or of a BVN verification on a page: approving a charge at the simulated bank or on a
 * phone, dialling a code, making a transfer, sharing a record. Programs post the same decisions and request JSON; a form without a decision is
 * shown again.
 */
@Controller('challenge')
export class ChallengeController {
  constructor(
    private readonly charges: SimulatedChargesStore,
    private readonly accounts: SimulatedAccountsStore,
    private readonly orders: WalletOrdersStore,
    private readonly walletEvents: WalletEventsService,
    private readonly bvns: SimulatedBvnsStore,
    private readonly bvnEvents: BvnEventsService,
    private readonly outcomes: ChargeSettlementService,
    private readonly chargebacks: SimulatedChargebacksStore,
  ) {}

  @Get(':token')
  @SimulatorPage('Asks the buyer to confirm')
  async show(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    const charge = await this.charges.byChallenge(token);
    if (charge) return this.showCharge(charge, reply);
    const order = await this.orders.byPage(token);
    if (order) return this.showOrder(order, reply);
    const bvn = await this.bvns.byPage(token);
    if (bvn) return this.showConsent(bvn, reply);
    const account = await this.accounts.byPage(token);
    if (!account) return this.notFound(reply);
    send(reply, 200, (nonce) => accountPage(account, null, nonce));
  }

  @Post(':token')
  @SimulatorPage('Takes the answer of the buyer')
  async decide(
    @Param('token') token: string,
    @Headers('accept') accept: string | undefined,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { decision, amount } = (body ?? {}) as { decision?: unknown; amount?: unknown };
    const asJson = accept?.includes('application/json') ?? false;
    const charge = await this.charges.byChallenge(token);
    if (charge) return this.decideCharge(charge, decision, asJson, reply);
    const order = await this.orders.byPage(token);
    if (order) return this.decideOrder(order, decision, asJson, reply);
    const bvn = await this.bvns.byPage(token);
    if (bvn) return this.decideConsent(bvn, decision, asJson, reply);
    const account = await this.accounts.byPage(token);
    if (!account) {
      if (asJson) return void reply.status(404).send(refusal(NOTHING_HERE));
      return this.notFound(reply);
    }
    const amountMinor = amountOf(account, decision, amount);
    if (amountMinor === null) {
      if (asJson) return void reply.status(400).send(refusal(TRANSFERS));
      return send(reply, 400, (nonce) => accountPage(account, NO_TRANSFER, nonce));
    }
    const received = await this.outcomes.receive(account, amountMinor);
    if (asJson) return void reply.status(200).send(success('Transfer received', transactionView(received)));
    send(reply, 200, (nonce) => accountPage(account, 'The transfer was made. You can make another.', nonce));
  }

  private showCharge(charge: SimulatedCharge, reply: FastifyReply): void {
    if (charge.status === 'pending') {
      return send(reply, 200, (nonce) => challengePage(charge, nonce), charge.redirect_url);
    }
    if (charge.status === 'successful' && charge.method === 'card')
      return send(reply, 200, (nonce) => paidPage(returnAddress(charge), nonce), charge.redirect_url);
    const outcome = charge.status === 'successful' ? 'approved' : 'declined';
    this.sendMessage(reply, 200, `This payment was already ${outcome}.`, returnAddress(charge));
  }

  /** The cardholder has the bank take a paid card payment back. */
  private async dispute(charge: SimulatedCharge, reply: FastifyReply): Promise<void> {
    await this.chargebacks.open(charge.mode, {
      transaction_id: charge.id,
      amount: minorToText(BigInt(charge.charged_minor)),
      currency: charge.currency,
      reason: 'The cardholder does not recognise this payment',
      hours: 48,
    });
    this.sendMessage(reply, 200, 'The bank has opened a chargeback of this payment.');
  }

  private async decideCharge(
    charge: SimulatedCharge,
    decision: unknown,
    asJson: boolean,
    reply: FastifyReply,
  ) {
    if (decision === 'dispute' && charge.status === 'successful' && charge.method === 'card')
      return this.dispute(charge, reply);
    if (decision !== 'approve' && decision !== 'decline') {
      if (asJson) return void reply.status(400).send(refusal(VERDICTS));
      return this.showCharge(charge, reply);
    }
    const verdict = decision === 'approve' ? APPROVED : declinedFor('Declined by the cardholder');
    const settled = await this.outcomes.conclude(charge, verdict);
    if (asJson) return void reply.status(200).send(success('Decided', transactionView(settled)));
    const outcome = settled.status === 'successful' ? 'approved' : 'declined';
    const address = returnAddress(settled);
    if (address !== null) redirect(reply, address);
    else this.sendMessage(reply, 200, `The payment was ${outcome}. You can close this page.`);
  }

  private showOrder(order: SimulatedOrder, reply: FastifyReply): void {
    if (order.status !== 'created') {
      return this.sendMessage(reply, 200, `This payment is ${order.status} already.`, order.return_url);
    }
    send(reply, 200, (nonce) => walletPage(order, nonce), order.return_url);
  }

  private async decideOrder(order: SimulatedOrder, decision: unknown, asJson: boolean, reply: FastifyReply) {
    if (decision !== 'approve' && decision !== 'decline') {
      if (asJson) return void reply.status(400).send(refusal(VERDICTS));
      return this.showOrder(order, reply);
    }
    const decided = await this.orders.decide(order, decision === 'approve');
    if (decided) this.walletEvents.wake();
    if (asJson)
      return void reply.status(200).send(success('Decided', { status: decided?.status ?? order.status }));
    redirect(reply, order.return_url);
  }

  private showConsent(bvn: SimulatedBvn, reply: FastifyReply): void {
    if (bvn.decision !== null)
      return this.sendMessage(reply, 200, 'This request is answered already.', bvn.redirect_url);
    send(reply, 200, (nonce) => consentPage(bvn, nonce), bvn.redirect_url);
  }

  private async decideConsent(bvn: SimulatedBvn, decision: unknown, asJson: boolean, reply: FastifyReply) {
    if (decision !== 'approve' && decision !== 'decline') {
      if (asJson) return void reply.status(400).send(refusal(VERDICTS));
      return this.showConsent(bvn, reply);
    }
    const decided = await this.bvns.decide(bvn, decision);
    if (decided) this.bvnEvents.wake();
    if (asJson)
      return void reply.status(200).send(success('Decided', { decision: (decided ?? bvn).decision }));
    if (bvn.redirect_url === null) return this.sendMessage(reply, 200, 'You can close this page.');
    redirect(reply, bvn.redirect_url);
  }

  private notFound(reply: FastifyReply): void {
    this.sendMessage(reply, 404, NOTHING_HERE);
  }

  private sendMessage(
    reply: FastifyReply,
    status: number,
    message: string,
    backUrl: string | null = null,
  ): void {
    send(reply, status, (nonce) => challengeOverPage(message, backUrl, nonce));
  }
}

/** `exact`, `short`, `over`, or the given `amount`; null without a decision. */
function amountOf(account: SimulatedAccount, decision: unknown, amount: unknown): bigint | null {
  if (account.amount_minor === null) return parseMajorToMinor(amount);
  const asked = BigInt(account.amount_minor);
  switch (decision) {
    case 'exact':
      return asked;
    case 'short':
      return asked > ONE_MAJOR_UNIT ? asked - ONE_MAJOR_UNIT : null;
    case 'over':
      return asked + ONE_MAJOR_UNIT;
    default:
      return amount === undefined ? null : parseMajorToMinor(amount);
  }
}

/**
 * The return address of the buyer. Its parameters are only a hint, because the shop's server queries the
 * gateway.
 */
function returnAddress(charge: SimulatedCharge): string | null {
  if (charge.redirect_url === null) return null;
  const { status, tx_ref, id } = charge;
  return withParameters(charge.redirect_url, { status, tx_ref, transaction_id: id });
}

function redirect(reply: FastifyReply, address: string): void {
  void reply.status(303).header('location', locationOf(address)).header('cache-control', 'no-store').send();
}

function send(
  reply: FastifyReply,
  status: number,
  page: (nonce: string) => string,
  returnUrl: string | null = null,
): void {
  const nonce = randomToken(16);
  // Browsers apply form-action to the redirect of a form too, so the policy contains the origin of the return
  // address.
  const formAction = returnUrl === null ? "'self'" : `'self' ${new URL(returnUrl).origin}`;
  // No frame-ancestors, because a checkout may show its bank's page in a frame and this page has nothing to
  // protect.
  const headers = documentHeaders({
    'style-src': `'nonce-${nonce}'`,
    'base-uri': `'none'`,
    'form-action': formAction,
  });
  void reply
    .status(status)
    .headers({ ...headers, 'x-content-type-options': 'nosniff' })
    .send(page(nonce));
}
