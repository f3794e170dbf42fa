import { Injectable } from '@nestjs/common';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import { PaymentGateway, requestKeyOf } from '@app/charges';
import { BeginValidation } from '../commands/begin-validation';
import { chargeView } from '../deposit.view';
import { ChargeStep } from './charge-step';

/** Answers a waiting charge with the buyer's card PIN or one-time password. */
@Injectable()
export class ValidateCharge {
  constructor(
    private readonly commands: Commands,
    private readonly gateway: PaymentGateway,
    private readonly step: ChargeStep,
  ) {}

  validate(context: RequestContext, ownerId: string, gwRef: string, otp: string): Promise<Answer> {
    const begin = new BeginValidation(ownerId, gwRef, requestKeyOf(context));
    return this.commands.flow(context, {
      foresee: async () => ({ command: begin, present: ({ deposit }) => chargeView(deposit) }),
      run: async (claimed) => {
        const begun = await this.commands.execute(begin);
        return this.step.sendStep(claimed, 'code', begun, () => this.gateway.validate({ gwRef, otp }));
      },
    });
  }
}
