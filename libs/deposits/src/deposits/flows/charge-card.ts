import { Inject, Injectable } from '@nestjs/common';
import { type CardData, ChargeFlowService, PaymentGatewaysService, requestKeyOf } from '@app/charges';
import { Config, type HostName } from '@app/config';
import type { RequestContext } from '@app/write-path';
import { HOST } from '@app/http';
import { BeginCharge, type ChargeRequest } from '../commands/begin-charge';
import { RecordCharge } from '../commands/record-charge';
import { gatewayRefused } from '../deposit.errors';
import { chargeView } from '../deposit.view';
import { DepositorsQueries } from '../depositors.queries';

/** Charges a card for a deposit. */
@Injectable()
export class ChargeCard {
  constructor(
    private readonly flow: ChargeFlowService,
    private readonly gateways: PaymentGatewaysService,
    private readonly depositors: DepositorsQueries,
    private readonly config: Config,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  charge(context: RequestContext, request: Omit<ChargeRequest, 'requestKey'>, card: CardData) {
    return this.flow.take(context, {
      kind: 'charge',
      prepare: async () => {
        const owner = await this.depositors.byId(request.ownerId);
        const { gateway } = this.gateways.gatewayOf('live');
        return {
          begin: new BeginCharge({ ...request, requestKey: requestKeyOf(context) }),
          send: ({ reference: txRef, report: { amountMinor, currency, redirectUrl } }) =>
            gateway.charge({
              txRef,
              amountMinor,
              currency,
              card,
              clientIp: request.clientAddress,
              email: owner.email,
              fullName: card.name ?? owner.name,
              redirectUrl: redirectUrl ?? this.returnPage,
            }),
        };
      },
      record: (id, reference, outcome) => new RecordCharge(id, reference, outcome),
      present: chargeView,
      rejected: gatewayRefused,
    });
  }

  /** For buyers whose app names no page of its own. */
  private get returnPage(): string {
    const { urls } = this.config;
    return `${this.host === 'app' ? urls.app : urls.business}/api/deposit.php?action=return`;
  }
}
