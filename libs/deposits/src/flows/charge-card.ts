import { Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { type Answer, type CommandCall, Commands } from '@app/write-path';
import { HOST } from '@app/http';
import { type CardData, CardGateway } from '../payment-gateway.port';
import { BeginCharge, type ChargeWish } from '../commands/begin-charge';
import { chargeAnswer } from '../deposit.view';
import { Depositors } from '../depositors.queries';
import { requestKeyOf } from '../request-key.policy';
import { ChargeStep } from './charge-step';

/** Charges a card for a deposit: intent, gateway, outcome. */
@Injectable()
export class ChargeCard {
  constructor(
    private readonly commands: Commands,
    private readonly gateway: CardGateway,
    private readonly depositors: Depositors,
    private readonly step: ChargeStep,
    private readonly config: Config,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  run(
    call: CommandCall,
    wish: Omit<ChargeWish, 'requestKey'>,
    card: CardData,
    clientIp: string,
  ): Promise<Answer> {
    const begin = new BeginCharge({ ...wish, requestKey: requestKeyOf(call) });
    return this.commands.flow(call, {
      foresee: async () => ({ command: begin, present: ({ deposit }) => chargeAnswer(deposit) }),
      run: async (claimed) => {
        const owner = await this.depositors.byId(wish.ownerId);
        const begun = await this.commands.execute(begin);
        const { reference: txRef, amountMinor, currency, redirectUrl } = begun.deposit;
        return this.step.take(claimed, 'charge', begun, () =>
          this.gateway.charge({
            ...{ txRef, amountMinor, currency, card, clientIp },
            email: owner.email,
            fullName: card.name ?? owner.name,
            redirectUrl: redirectUrl ?? this.returnPage,
          }),
        );
      },
    });
  }

  /** For buyers whose app names no page of its own. */
  private get returnPage(): string {
    const { urls } = this.config;
    return `${this.host === 'app' ? urls.app : urls.business}/api/deposit.php?action=return`;
  }
}
