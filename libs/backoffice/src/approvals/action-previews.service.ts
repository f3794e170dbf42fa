import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { FxService } from '@app/fx';
import {
  type ActionFacts,
  AuditLogService,
  type StaffAction,
  type UserCaller,
  type WireRequest,
} from '@app/http';
import { canonicalJson, sha256 } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import type { HeldAction } from './held-action.aggregate';
import {
  HELD_ACTIONS,
  kindOf,
  type LikeActions,
  NO_ACTIONS,
  reachesLimit,
  type RuleFacts,
  worthOf,
} from './held-actions.policy';
import { UnheldActionsStore } from './unheld-actions.store';

export type AnyAction = StaffAction<object, unknown, object>;

/** What an action would do now. */
export interface Preview {
  /** The fields of its answer. */
  result: Record<string, unknown>;
  facts: ActionFacts;
}

/** Whether an action waits for a second person. */
export interface Judgement {
  isHeld: boolean;
  /** Whether it would be held without the like actions of its maker, whatever it is worth. */
  isHeldAlone: boolean;
  /** What it counts together with; null: nothing. */
  kind: string | null;
  facts: RuleFacts;
}

/** Runs actions of staff without effect, to decide whether they are held and to show what they would do. */
@Injectable()
export class ActionPreviewsService {
  constructor(
    private readonly commands: Commands,
    private readonly audit: AuditLogService,
    private readonly unheld: UnheldActionsStore,
    private readonly fx: FxService,
    private readonly config: Config,
  ) {}

  /** Throws the refusal where the action is refused now. */
  async of(action: AnyAction, caller: UserCaller, body: object, request: WireRequest): Promise<Preview> {
    let facts: ActionFacts = {};
    const context: RequestContext = {
      ...request.requestContext,
      dryRun: true,
      idempotency: null,
      auditEntry: this.audit.writeFor(request, action.name),
      success: (result) => ({ status: 200, body: JSON.stringify(result) }),
    };
    const answer = await this.commands.answer(context, action.command(caller, body), (result) => {
      facts = action.facts?.(result) ?? {};
      return action.present(result);
    });
    return { result: JSON.parse(answer.body) as Preview['result'], facts };
  }

  /** Applies the rule of the action, with what the member of staff did alone before. */
  async judge(name: string, staffId: string, given: ActionFacts): Promise<Judgement> {
    const rule = HELD_ACTIONS[name]!;
    const kind = kindOf(rule, given);
    const facts = await this.ruleFacts(given, await this.unheld.of(staffId, kind));
    const isHeldAlone = rule.when({ ...facts, ...NO_ACTIONS, isLarge: false });
    return { isHeld: rule.when(facts), isHeldAlone, kind, facts };
  }

  /** Completes the facts with what needs the live rates and like actions. */
  private async ruleFacts(facts: ActionFacts, done: LikeActions): Promise<RuleFacts> {
    const { ratesBefore } = done;
    const usdCents = await this.worthOf(facts);
    const isLarge = reachesLimit(usdCents, done, this.config.env.FOUR_EYES_USD);
    return { ...facts, usdCents, isLarge, ratesBefore };
  }

  private async worthOf({ amounts }: ActionFacts): Promise<bigint | null> {
    if (!amounts) return null;
    const currencies = [...new Set(amounts.map(({ currency }) => currency))];
    const rates = await Promise.all(
      currencies.map(async (from) => [from, (await this.fx.liveRatesTo(from, ['USD'])).get('USD')!] as const),
    );
    return worthOf(amounts, new Map(rates));
  }

  /** Identifies what an approver has read: the action, its fields and its result of now, without volatile fields. */
  digestOf({ id, action: name, body }: HeldAction, action: AnyAction, { result }: Preview): string {
    const stable = JSON.parse(JSON.stringify(result), (field, value: unknown) =>
      action.volatile?.includes(field) ? undefined : value,
    ) as object;
    return sha256(canonicalJson({ id, action: name, body, result: stable })).toString('hex');
  }
}
