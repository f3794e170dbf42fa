import { Body } from '@nestjs/common';
import { type AppCaller, By, Context, PostAction, WireController } from '@app/http';
import { parseMajorToMinor } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { chargebackView } from './chargeback.view';
import { SimulateChargebackBody } from './chargebacks.dto';
import { SimulateChargeback } from './commands/simulate-chargeback';

/** Chargebacks of test payments, on the sandbox only. */
@WireController('chargebacks.php')
export class ChargebackSimulationController {
  constructor(private readonly commands: Commands) {}

  @PostAction('simulate', {
    credentials: ['secret-key'],
    scope: 'charges:create',
    summary: 'Play the bank of the payer, or yourself: open, accept, contest, win, lose or reopen',
    refusals: ['FORBIDDEN', 'INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  simulate(
    @By() caller: AppCaller,
    @Context() context: RequestContext,
    @Body() body: SimulateChargebackBody,
  ) {
    const { do: step, session_id: paymentId = null, chargeback_id: chargebackId = null, amount } = body;
    const amountMinor = amount === undefined ? null : parseMajorToMinor(amount);
    const command = new SimulateChargeback(caller, { step, paymentId, chargebackId, amountMinor });
    return this.commands.answer(context, command, (chargeback) => ({
      chargeback: chargebackView(chargeback),
    }));
  }
}
