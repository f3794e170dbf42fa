import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CountLimits } from '@app/write-path';
import { type Interval, type Mode, type Money, randomAlphanumeric, Times, uuidv7 } from '@app/kernel';
import { Plan } from '../plan.aggregate';
import { tooManyPlans } from '../plan.errors';
import { MAX_PLANS, PlanRepository } from '../plan.repository';

export interface NewPlan {
  ownerId: string;
  appId: string;
  mode: Mode;
  name: string;
  amount: Money;
  interval: Interval;
  intervalCount: number;
  trialDays: number;
  metadata: object;
}

export class CreatePlan extends Command<Plan> {
  constructor(readonly request: NewPlan) {
    super();
  }
}

@CommandHandler(CreatePlan)
export class CreatePlanHandler implements ICommandHandler<CreatePlan> {
  constructor(
    private readonly plans: PlanRepository,
    private readonly limits: CountLimits,
    private readonly times: Times,
  ) {}

  async execute({ request }: CreatePlan): Promise<Plan> {
    const { ownerId, mode } = request;
    await this.limits.require({
      lock: `plans of ${ownerId} ${mode}`,
      sql: 'SELECT count(*)::int AS plans FROM subscription_plans WHERE owner_id = $1 AND mode = $2',
      parameters: [ownerId, mode],
      limits: { plans: { max: MAX_PLANS, refusal: () => tooManyPlans(MAX_PLANS) } },
    });
    const createdAt = await this.times.of(request);
    const planId = `plan_${mode}_${randomAlphanumeric()}`;
    const plan = new Plan({ ...request, id: uuidv7(createdAt), planId, createdAt });
    this.plans.add(plan);
    return plan;
  }
}
