import { Injectable } from '@nestjs/common';
import { OwnObject, StaffActionsService, type UserCaller, validationPipe, type WireRequest } from '@app/http';
import { DomainError } from '@app/kernel';
import { ActionPreviewsService, type AnyAction } from './action-previews.service';
import { actionUnknown, makerNotAllowed } from './approvals.errors';
import type { HeldAction } from './held-action.aggregate';
import { HeldActionAccessService } from './held-action-access.service';
import { HeldActionRepository } from './held-action.repository';
import { MakersQueries } from './makers.queries';

/** A held action as it would be carried out now, for its maker. */
export interface Rehearsed {
  action: AnyAction;
  body: object;
  maker: UserCaller;
  result: Record<string, unknown>;
  digest: string;
}

/** What staff read of an action that awaits approval. */
export interface Shown {
  result: Record<string, unknown> | null;
  digest: string | null;
  refusal?: { error_code: string; message: string };
}

/** Refusals that a busy service gives, after which nothing is known of the action. */
const BUSY: readonly string[] = ['unavailable', 'upstream', 'rate-limited'];

/** Runs held actions without effect: as the reader to apply the checks of own objects, as the maker to show the result. */
@Injectable()
export class RehearsalsService {
  private readonly pipe = validationPipe();

  constructor(
    private readonly actions: StaffActionsService,
    private readonly previews: ActionPreviewsService,
    private readonly access: HeldActionAccessService,
    private readonly makers: MakersQueries,
    private readonly store: HeldActionRepository,
  ) {}

  /** What the action would do now, or its refusal; with the digest for others than its maker. */
  async show(id: string, request: WireRequest): Promise<Shown> {
    const reader = request.caller as UserCaller;
    const held = await this.store.byId(id);
    await this.assertNotOwn(held, reader, request);
    try {
      const { result, digest } = await this.asMaker(held, request);
      return { result, digest: held.makerId === reader.userId ? null : digest };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const refusal = { error_code: error.code, message: error.message };
      return { result: null, digest: null, refusal };
    }
  }

  /** Throws FORBIDDEN where the action concerns an object of the reader. Other refusals are left to `asMaker`. */
  async assertNotOwn(held: HeldAction, reader: UserCaller, request: WireRequest): Promise<void> {
    if (reader.userId === held.makerId) return;
    const action = this.actionOf(held);
    try {
      await this.previews.of(action, reader, await this.bodyOf(held, action), request);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof OwnObject || BUSY.includes(error.kind))
        throw error;
    }
  }

  /** Throws the refusal where the action is refused now, also because its maker may no longer do it. */
  async asMaker(held: HeldAction, request: WireRequest): Promise<Rehearsed> {
    const action = this.actionOf(held);
    const maker = await this.makers.callerOf(held);
    if (!maker || !this.access.mayDo(maker.staffRole, held.action)) throw makerNotAllowed();
    const body = await this.bodyOf(held, action);
    const preview = await this.previews.of(action, maker, body, request);
    return {
      action,
      body,
      maker,
      result: preview.result,
      digest: this.previews.digestOf(held, action, preview),
    };
  }

  private actionOf({ action: name }: HeldAction): AnyAction {
    const action = this.actions.find(name);
    if (!action) throw actionUnknown();
    return action;
  }

  /** The fields as the action reads them now: its rules may have changed since it was asked for. */
  private async bodyOf({ body }: HeldAction, action: AnyAction): Promise<object> {
    return (await this.pipe.transform(body, { type: 'body', metatype: action.body })) as object;
  }
}

/** Whether the refusal comes from the objects of the action, so that another try would be refused too. */
export function isFinal(error: unknown): error is DomainError {
  if (!(error instanceof DomainError)) return false;
  const { kind, code } = error;
  if (kind === 'conflict') return code === 'INVALID_STATE';
  return error instanceof OwnObject || ['invalid', 'not-found', 'gone', 'precondition'].includes(kind);
}
