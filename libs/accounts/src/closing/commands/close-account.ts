import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { accountInUse } from '../../common/account.errors';
import { SentCodesService } from '../../codes/sent-codes.service';
import { UserRepository } from '../../people/user.repository';
import { TransactionPinsService } from '../../pins/transaction-pins.service';
import { PasswordResetsService } from '../../recovery/password-resets.service';
import { PasswordChecksService } from '../../passwords/password-checks.service';
import { SessionRepository } from '../../sessions/session.repository';
import { TwoFactorCodesService } from '../../two-factor/two-factor-codes.service';
import { TwoFactorRepository } from '../../two-factor/two-factor.repository';
import { ClosingBalancesService, type HeldBalance } from '../closing-balances.service';
import { OpenBusinessService } from '../open-business.service';

/** Closes a person's own account, which must have no business open and hold no money but what is given up. */
export class CloseAccount extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly password: string,
    /** Of the authenticator, where one is set up. */
    readonly code: string | null | undefined,
    /** Whether balances that are too small to be paid out are given up. */
    readonly givesUpRest: boolean,
  ) {
    super();
  }
}

@CommandHandler(CloseAccount)
export class CloseAccountHandler implements ICommandHandler<CloseAccount> {
  constructor(
    private readonly users: UserRepository,
    private readonly checks: PasswordChecksService,
    private readonly codes: TwoFactorCodesService,
    private readonly twoFactors: TwoFactorRepository,
    private readonly business: OpenBusinessService,
    private readonly balances: ClosingBalancesService,
    private readonly sessions: SessionRepository,
    private readonly pins: TransactionPinsService,
    private readonly resets: PasswordResetsService,
    private readonly sent: SentCodesService,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, sessionId, password, code, givesUpRest }: CloseAccount): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    await this.checks.require(user, password);
    await this.codes.requireAtSignIn(userId, code);
    const held = await this.balances.of(userId);
    const rest = held.filter((balance) => this.balances.isRest(balance));
    const kept = givesUpRest ? held.filter((balance) => !rest.includes(balance)) : held;
    const open = [...kept.map(nameOf), ...(await this.business.of(userId))];
    if (user.staffRole) open.push('a staff role');
    if (open.length > 0) throw accountInUse(open, givesUpRest ? [] : rest.map(({ amount }) => amount));
    user.close(this.clock.now());
    this.users.save(user);
    this.business.requireNone(userId);
    this.balances.giveUp(userId, rest);
    this.sessions.holdOpen(sessionId);
    this.sessions.endAll(userId, 'closed');
    this.resets.endAll(user.email);
    this.sent.discard(userId);
    this.pins.remove(userId);
    this.twoFactors.discard(userId);
  }
}

function nameOf({ isLocked, amount }: HeldBalance): string {
  return `${amount.text} ${amount.currency}${isLocked ? ' held in escrow' : ''}`;
}
