import { Body, Inject, Query, type Type } from '@nestjs/common';
import type { HostName } from '@app/config';
import { By, type Caller, Context, GetAction, HOST, PostAction, WireController } from '@app/http';
import { Money } from '@app/kernel';
import { CallerAppsService } from '@app/merchants';
import { Commands, type RequestContext } from '@app/write-path';
import { CreatePlan } from './plans/commands/create-plan';
import { UpdatePlan } from './plans/commands/update-plan';
import { immutableField } from './plans/plan.errors';
import { type PlanFacts, planView } from './plans/plan.view';
import { CreatePlanBody, PlanQuery, UpdatePlanBody } from './plans/plans.dto';
import { BY_KEYS, BY_PEOPLE, type SellingAccess, sellerOf } from './seller.policy';
import { SubscriptionReaderService } from './subscription-reader.service';

const IMMUTABLE = ['amount', 'currency', 'interval', 'interval_count', 'trial_days'] as const;

/** Plans of merchants, for the callers of a host. */
function plansController({ reads, writes }: SellingAccess): Type<object> {
  @WireController('subscriptions.php')
  class PlansController {
    constructor(
      private readonly commands: Commands,
      private readonly reader: SubscriptionReaderService,
      private readonly apps: CallerAppsService,
      @Inject(HOST) private readonly host: HostName,
    ) {}

    @PostAction('create-plan', {
      ...writes,
      summary: 'Create a plan that customers can subscribe to',
      refusals: ['LIMIT_REACHED', 'NOT_FOUND'],
    })
    async createPlan(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreatePlanBody) {
      const { ownerId, appId, mode } = await this.apps.appFor(caller, body.app_id);
      const request = {
        ownerId,
        appId,
        mode,
        name: body.name,
        amount: Money.parseMajor(body.amount, body.currency)!,
        interval: body.interval,
        intervalCount: body.interval_count ?? 1,
        trialDays: body.trial_days ?? 0,
        metadata: body.metadata ?? {},
      };
      return this.commands.answer(context, new CreatePlan(request), planShown);
    }

    @PostAction('update-plan', {
      ...writes,
      summary: 'Change name, metadata or active of a plan',
      refusals: ['IMMUTABLE_FIELD', 'NOT_FOUND'],
    })
    updatePlan(@By() caller: Caller, @Context() context: RequestContext, @Body() body: UpdatePlanBody) {
      const { ownerId, mode } = sellerOf(caller, this.host);
      const { name, metadata, active } = body;
      for (const field of IMMUTABLE) if (body[field] != null) throw immutableField(field);
      const changes = {
        name: name ?? undefined,
        metadata: metadata ?? undefined,
        active: active ?? undefined,
      };
      return this.commands.answer(context, new UpdatePlan(ownerId, mode, body.plan_id, changes), planShown);
    }

    @GetAction('list-plans', { ...reads, summary: 'Plans of the account, newest first' })
    async listPlans(@By() caller: Caller) {
      return { data: (await this.reader.listPlans(sellerOf(caller, this.host))).map(planView) };
    }

    @GetAction('retrieve-plan', { ...reads, summary: 'One plan', refusals: ['NOT_FOUND'] })
    async retrievePlan(@By() caller: Caller, @Query() { plan_id }: PlanQuery) {
      return planShown(await this.reader.plan(sellerOf(caller, this.host), plan_id));
    }
  }
  return PlansController;
}

function planShown(plan: PlanFacts) {
  return { plan: planView(plan) };
}

/** On the hosts of payments the merchant's server writes. */
export const PlansController = plansController(BY_KEYS);
/** On the business host people do. */
export const BusinessPlansController = plansController(BY_PEOPLE);
