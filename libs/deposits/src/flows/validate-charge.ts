import { Injectable } from '@nestjs/common';
import { type Answer, type CommandCall, Commands } from '@app/write-path';
import { CardGateway } from '../payment-gateway.port';
import { BeginValidation } from '../commands/begin-validation';
import { chargeAnswer } from '../deposit.view';
import { requestKeyOf } from '../request-key.policy';
import { ChargeStep } from './charge-step';

/** Answers a waiting charge with the buyer's card PIN or one-time password. */
@Injectable()
export class ValidateCharge {
  constructor(
    private readonly commands: Commands,
    private readonly gateway: CardGateway,
    private readonly step: ChargeStep,
  ) {}

  run(call: CommandCall, ownerId: string, gwRef: string, otp: string): Promise<Answer> {
    const begin = new BeginValidation(ownerId, gwRef, requestKeyOf(call));
    return this.commands.flow(call, {
      foresee: async () => ({ command: begin, present: ({ deposit }) => chargeAnswer(deposit) }),
      run: async (claimed) => {
        const begun = await this.commands.execute(begin);
        return this.step.take(claimed, 'code', begun, () => this.gateway.validate({ gwRef, otp }));
      },
    });
  }
}
