import { Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import { HOST } from '@app/http';
import { type CardData, PaymentGateway, requestKeyOf } from '@app/charges';
import { BeginCharge, type ChargeRequest } from '../commands/begin-charge';
import { chargeView } from '../deposit.view';
import { Depositors } from '../depositors.queries';
import { ChargeStep } from './charge-step';

/** Charges a card for a deposit: intent, gateway, outcome. */
@Injectable()
export class ChargeCard {
  constructor(
    private readonly commands: Commands,
    private readonly gateway: PaymentGateway,
    private readonly depositors: Depositors,
    private readonly step: ChargeStep,
    private readonly config: Config,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  charge(
    context: RequestContext,
    request: Omit<ChargeRequest, 'requestKey'>,
    card: CardData,
    clientIp: string,
  ): Promise<Answer> {
    const begin = new BeginCharge({ ...request, requestKey: requestKeyOf(context) });
    return this.commands.flow(context, {
      foresee: async () => ({ command: begin, present: ({ deposit }) => chargeView(deposit) }),
      run: async (claimed) => {
        const owner = await this.depositors.byId(request.ownerId);
        const begun = await this.commands.execute(begin);
        const { reference: txRef, amountMinor, currency, redirectUrl } = begun.deposit;
        return this.step.sendStep(claimed, 'charge', begun, () =>
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
