import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { addSeconds, Clock, Times, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { merchantsOwnEmail, needsNoBuyer, sessionExpired, sessionPaid } from '../../common/checkout.errors';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';
import { BuyerCodeIssued } from '../../sessions/session.events';

const LIFETIME_SECONDS = 600;

/** Mails a code to the address that a guest gives before they pay into escrow. Its result is when the code expires. */
export class SendBuyerCode extends Command<Date> {
  constructor(
    /** Internal id of the session. */
    readonly checkoutSessionId: string,
    readonly email: string,
  ) {
    super();
  }
}

@CommandHandler(SendBuyerCode)
export class SendBuyerCodeHandler implements ICommandHandler<SendBuyerCode> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  async execute({ checkoutSessionId, email }: SendBuyerCode): Promise<Date> {
    const now = this.clock.now();
    const session = await this.sessions.byId(checkoutSessionId);
    if (!session.escrow) throw needsNoBuyer();
    if (session.isOver(await this.times.of(session))) throw sessionExpired();
    if (session.status === 'completed') throw sessionPaid();
    if (await this.directory.receivesMailAt(session.ownerId, email)) throw merchantsOwnEmail();
    const codeId = uuidv7(now);
    const expiresAt = addSeconds(now, LIFETIME_SECONDS);
    this.unit.stage({
      sql: `INSERT INTO checkout_buyer_codes (checkout_session_id, email, id, expires_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (checkout_session_id, email) DO UPDATE SET id = $3, tries = 0, expires_at = $4`,
      parameters: [checkoutSessionId, email, codeId, expiresAt],
      expectedRows: 1,
    });
    const { sessionId, due, ownerId, mode } = session;
    this.eventBus.publish(
      new BuyerCodeIssued(codeId, ownerId, mode, {
        sessionId,
        email,
        codeId,
        amount: due,
        expiresAt: expiresAt.toISOString(),
      }),
    );
    return expiresAt;
  }
}
