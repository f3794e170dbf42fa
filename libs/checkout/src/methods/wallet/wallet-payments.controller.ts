import { Body, Headers, Res } from '@nestjs/common';
import { LoginLimitService, LogInToPay } from '@app/accounts';
import { type Answer, Commands, type RequestContext } from '@app/write-path';
import {
  By,
  Context,
  type Caller,
  ClientAddress,
  PinVerifier,
  PostAction,
  sessionRequired,
  setRateHeaders,
  type UserCaller,
  WireController,
} from '@app/http';
import { type Currency, parseMajorToMinor, type Timed, Times } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import {
  noWalletInSandbox,
  paidOnItsPageOnly,
  sessionExpired,
  sessionPaid,
  signInToPay,
} from '../../common/checkout.errors';
import type { SessionStatus } from '../../sessions/session.states';
import { type PaidFromWallet, PayFromWallet } from './commands/pay-from-wallet';
import { PayFromTestWallet } from './commands/pay-from-test-wallet';
import { SessionAccessService } from '../../sessions/session-access.service';
import { PayWalletBody, WalletLoginBody, WalletQuoteBody } from './wallet-payments.dto';
import { pricedWalletView, quoteView } from './wallet-quote.view';
import { type WalletCharge, WalletQuotesService } from './wallet-quotes.service';

const MAX_DEVICE_LENGTH = 200;

/** Paying a session out of the buyer's own wallet with us. */
@WireController('sessions.php')
export class WalletPaymentsController {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccessService,
    private readonly quotes: WalletQuotesService,
    private readonly pins: PinVerifier,
    private readonly loginLimit: LoginLimitService,
    private readonly times: Times,
  ) {}

  @PostAction('wallet-login', {
    summary: 'Sign a buyer in on the payment page; answers a short token and what the session costs them',
    credentials: ['checkout-session'],
    refusals: [
      'FORBIDDEN',
      'FX_RATE_UNAVAILABLE',
      'INVALID_CREDENTIALS',
      'INVALID_STATE',
      'NOT_FOUND',
      'SESSION_EXPIRED',
      'TOTP_REQUIRED',
    ],
  })
  async login(
    @By() caller: Caller,
    @Body() { session_id, email, password, totp_code: totpCode }: WalletLoginBody,
    @ClientAddress() ip: string,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('user-agent') agent?: string,
    @Headers('x-device-token') deviceToken?: string,
  ) {
    if (this.isSandbox) throw noWalletInSandbox();
    const session = await this.access.payable(caller, session_id);
    await this.assertOpen(session);
    const client = { ip, device: agent?.slice(0, MAX_DEVICE_LENGTH) ?? null };
    const command = new LogInToPay(session_id, { email, password, totpCode }, client);
    const { userId, ...token } = await this.loginLimit.run(
      email,
      { ip, deviceToken },
      (record) => setRateHeaders(reply, record),
      () => this.commands.execute(command),
    );
    return { ...token, ...(await this.quoted(userId, session)) };
  }

  @PostAction('wallet-quote', {
    summary: 'What a session costs the buyer who is signed in, out of each of their wallets',
    credentials: ['session'],
    paysSession: true,
    refusals: ['FX_RATE_UNAVAILABLE', 'INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  async quote(@By() caller: UserCaller, @Body() { session_id, currency }: WalletQuoteBody) {
    if (this.isSandbox) throw noWalletInSandbox();
    const session = await this.access.anySession(caller, session_id);
    await this.assertOpen(session);
    return this.quoted(caller.userId, session, currency);
  }

  /** The PIN is checked here and not by the request guard, because the sandbox's PIN belongs to no user. */
  @PostAction('pay-wallet', {
    summary: "Pay a session from the buyer's wallet, with their PIN; in the sandbox without signing in",
    credentials: ['session', 'secret-key', 'checkout-session'],
    paysSession: true,
    scope: 'charges:create',
    sendsMoney: true,
    idempotent: true,
    refusals: [
      'FORBIDDEN',
      'FX_RATE_UNAVAILABLE',
      'INSUFFICIENT_FUNDS',
      'INVALID_PIN',
      'INVALID_STATE',
      'KYB_REQUIRED',
      'LIMIT_REACHED',
      'NOT_FOUND',
      'PIN_LOCKED',
      'PIN_NOT_SET',
      'SESSION_EXPIRED',
      'SESSION_REQUIRED',
    ],
  })
  async pay(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @Body() body: PayWalletBody,
  ): Promise<Answer<PaidView>> {
    const { session_id: sessionId, pin, currency, quoted_amount: quoted } = body;
    if (this.isSandbox) {
      const session = await this.testSession(caller, sessionId);
      if (session.escrow && caller.kind === 'app') throw paidOnItsPageOnly();
      return this.commands.answer(context, new PayFromTestWallet(session.id, pin), paidInTest);
    }
    if (caller.kind !== 'user') throw caller.kind === 'app' ? sessionRequired() : signInToPay();
    this.access.requireMadeFor(caller, sessionId);
    await this.pins.verify(caller, pin);
    const quotedMinor = quoted == null ? undefined : parseMajorToMinor(quoted)!;
    const command = new PayFromWallet({ sessionId, buyerId: caller.userId, currency, quotedMinor });
    return this.commands.answer(context, command, paidView);
  }

  private testSession(caller: Caller, sessionId: string) {
    return caller.kind === 'user'
      ? this.access.anySession(caller, sessionId)
      : this.access.payable(caller, sessionId);
  }

  private async quoted(buyerId: string, session: WalletCharge, currency?: Currency) {
    const [quote, wallets] = await Promise.all([
      this.quotes.quoteOf(buyerId, session, currency),
      this.quotes.all(buyerId, session),
    ]);
    return { quote: quoteView(quote), wallets: wallets.map(pricedWalletView) };
  }

  private async assertOpen(
    session: Timed & { status: SessionStatus; isOver(now: Date): boolean },
  ): Promise<void> {
    if (session.isOver(await this.times.of(session))) throw sessionExpired();
    if (session.status === 'completed') throw sessionPaid();
  }

  private get isSandbox(): boolean {
    return this.access.mode === 'test';
  }
}

type PaidView = ReturnType<typeof paidView> | ReturnType<typeof paidInTest>;

function paidView({ sessionId, debited, rate, newBalance }: PaidFromWallet) {
  return {
    session_id: sessionId,
    status: 'completed',
    gateway: 'wallet',
    debited_amount: debited.toJsonNumber(),
    debited_currency: debited.currency,
    ...(rate && { charged: `${debited.currency} ${debited.text}`, rate: rate.toJsonNumber() }),
    new_balance: newBalance,
    is_test: false,
  };
}

function paidInTest({ sessionId }: { sessionId: string }) {
  return { session_id: sessionId, status: 'completed', gateway: 'wallet', is_test: true };
}
