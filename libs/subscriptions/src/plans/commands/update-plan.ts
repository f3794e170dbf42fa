import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Mode } from '@app/kernel';
import type { Plan } from '../plan.aggregate';
import { PlanRepository } from '../plan.repository';

/** Changes what may change of a plan: name, metadata, and whether customers can subscribe. */
export class UpdatePlan extends Command<Plan> {
  constructor(
    readonly ownerId: string,
    readonly mode: Mode,
    readonly planId: string,
    readonly changes: { name?: string; metadata?: object; active?: boolean },
  ) {
    super();
  }
}

@CommandHandler(UpdatePlan)
export class UpdatePlanHandler implements ICommandHandler<UpdatePlan> {
  constructor(private readonly plans: PlanRepository) {}

  async execute({ ownerId, mode, planId, changes }: UpdatePlan): Promise<Plan> {
    const plan = await this.plans.ofOwner(ownerId, mode, planId);
    plan.update(changes);
    this.plans.save(plan);
    return plan;
  }
}
