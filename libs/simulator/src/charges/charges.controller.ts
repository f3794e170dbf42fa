import {
  Body,
  Controller,
  HttpCode,
  Post,
  Query,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Clock, randomToken } from '@app/kernel';
import { CardData } from '@app/charges';
import { decryptPayload } from '@app/gateways';
import { readChargeOrder, type ChargeOrder } from './charge-order.dto';
import { EnvelopeFilter } from '../common/envelope.filter';
import { SimulatorRefusal, success } from '../common/envelope.view';
import { FailureInterceptor, AffectedByFailures } from '../failures/failure.interceptor';
import { duplicateReference, MethodChargesService } from './method-charges.service';
import { SimulatorRoute } from '../common/route.policy';
import { ChargeSettlementService } from './charge-settlement.service';
import { APPROVED, declinedFor, type SimulatedCharge, type Verdict } from './simulated-charge';
import { SimulatedChargesStore } from './simulated-charges.store';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';
import { behaviourOf, SIMULATED_OTP, SIMULATED_PIN, type CardBehaviour } from './test-cards.policy';
import { transactionView } from './transaction.view';

type Waiting = Extract<CardBehaviour, { kind: 'otp' | 'challenge' }>['kind'];

const ASKS_FOR_PIN: ReadonlySet<CardBehaviour['kind']> = new Set(['pin', 'pin-otp']);

/** Card charges: the first request, its repetition with a PIN, and the one-time password. */
@Controller('simulator/gateway/v3')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class ChargesController {
  constructor(
    private readonly charges: SimulatedChargesStore,
    private readonly methods: MethodChargesService,
    private readonly outcomes: ChargeSettlementService,
    private readonly clock: Clock,
  ) {}

  @Post('charges')
  @HttpCode(200)
  @SimulatorRoute('Charges a card')
  @AffectedByFailures('charge')
  async charge(
    @Tenant() tenant: SimulatorTenant,
    @Query('type') type: unknown,
    @Body() body: unknown,
  ): Promise<object> {
    if (type !== 'card') return this.methods.charge(tenant, type, (body ?? {}) as Record<string, unknown>);
    const order = readChargeOrder(decrypted(tenant, body));
    const behaviour = behaviourOf(order.card, this.clock.now());
    if (ASKS_FOR_PIN.has(behaviour.kind) && order.pin === null) return this.askForPin(tenant, order);
    if (behaviour.kind === 'pin-otp' && order.pin === SIMULATED_PIN)
      return this.waitFor('otp', tenant, order);
    if (behaviour.kind === 'otp' || behaviour.kind === 'challenge')
      return this.waitFor(behaviour.kind, tenant, order);
    const charge = await this.open(tenant, order, { awaits: null, processorResponse: 'Processing' });
    const settled = await this.outcomes.conclude(charge, verdictOn(behaviour, order.pin));
    return success('Charge initiated', transactionView(settled));
  }

  @Post('validate-charge')
  @HttpCode(200)
  @SimulatorRoute('Answers a charge with a one-time password')
  @AffectedByFailures('validate')
  async validate(@Tenant() tenant: SimulatorTenant, @Body() body: unknown) {
    const { otp, flw_ref } = (body ?? {}) as { otp?: unknown; flw_ref?: unknown };
    const charge = await this.charges.byGwRef(tenant.mode, String(flw_ref).slice(0, 64).replaceAll('\0', ''));
    if (charge?.awaits !== 'otp')
      throw new SimulatorRefusal(404, 'No transaction is waiting under this reference');
    const verdict = otp === SIMULATED_OTP ? APPROVED : declinedFor('Incorrect one-time password');
    // A charge that has ended returns its result, so that a repeated step has no effect.
    return success('Charge validated', transactionView(await this.outcomes.conclude(charge, verdict)));
  }

  /** Stores nothing of a charge that lacks its PIN, as the company does. */
  private async askForPin(tenant: SimulatorTenant, order: ChargeOrder) {
    if ((await this.charges.byReference(tenant.mode, order.txRef))?.status === 'successful')
      throw duplicateReference();
    return success('Charge authorization data required', undefined, {
      authorization: { mode: 'pin', fields: ['pin'] },
    });
  }

  private async waitFor(awaits: Waiting, tenant: SimulatorTenant, order: ChargeOrder) {
    if (awaits === 'otp') {
      const charge = await this.open(tenant, order, {
        awaits,
        processorResponse: 'Waiting for the one-time password',
      });
      const authorization = { mode: 'otp', endpoint: '/v3/validate-charge' };
      return success('Charge initiated', transactionView(charge), { authorization });
    }
    const challengeToken = randomToken(32);
    const charge = await this.open(tenant, order, {
      awaits,
      challengeToken,
      processorResponse: 'Waiting for the bank',
    });
    const authorization = {
      mode: 'redirect',
      redirect: `${tenant.challengeBaseUrl()}/challenge/${challengeToken}`,
    };
    return success('Charge initiated', transactionView(charge), { authorization });
  }

  private async open(
    { mode }: SimulatorTenant,
    order: ChargeOrder,
    step: { awaits: Waiting | null; processorResponse: string; challengeToken?: string },
  ): Promise<SimulatedCharge> {
    const { brand } = new CardData(order.card);
    const { number, expiryMonth, expiryYear } = order.card;
    const last4 = number.slice(-4);
    const expiry = `${expiryMonth}/${expiryYear}`;
    const charge = await this.charges.openCharge({
      mode,
      order,
      method: 'card',
      brand,
      last4,
      expiry,
      ...step,
    });
    if (!charge) throw duplicateReference();
    return charge;
  }
}

function verdictOn(behaviour: CardBehaviour, pin: string | null): Verdict {
  if (behaviour.kind === 'decline') return declinedFor(behaviour.reason);
  if (ASKS_FOR_PIN.has(behaviour.kind) && pin !== SIMULATED_PIN) return declinedFor('Incorrect PIN');
  return APPROVED;
}

function decrypted(tenant: SimulatorTenant, body: unknown): Record<string, unknown> {
  const { client } = (body ?? {}) as { client?: unknown };
  if (typeof client !== 'string') throw new SimulatorRefusal(400, 'client is required');
  try {
    return decryptPayload(client, tenant.encryptionKey);
  } catch {
    throw new SimulatorRefusal(400, 'client could not be decrypted');
  }
}
