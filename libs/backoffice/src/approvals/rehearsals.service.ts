import { Injectable } from '@nestjs/common';
import { StaffActions, type UserCaller, validationPipe, type WireRequest } from '@app/http';
import { DomainError } from '@app/kernel';
import { ActionPreviews, type AnyAction } from './action-previews.service';
import { actionUnknown, makerNotAllowed } from './approvals.errors';
import type { HeldAction, Refusal } from './held-action.aggregate';
import { HeldActionAccess } from './held-action-access.service';
import { Makers } from './makers.queries';

/** A held action as it would be carried out now, for its maker. */
export interface Rehearsed {
  action: AnyAction;
  body: object;
  maker: UserCaller;
  result: Record<string, unknown>;
  digest: string;
}

/** Rehearses held actions: as the maker to show their result, and as the reader to find out whether they are their own. */
@Injectable()
export class Rehearsals {
  private readonly pipe = validationPipe();

  constructor(
    private readonly actions: StaffActions,
    private readonly previews: ActionPreviews,
    private readonly access: HeldActionAccess,
    private readonly makers: Makers,
  ) {}

  /**
   * Returns the refusal where the action is no longer possible. Throws FORBIDDEN where it concerns an object of
   * `reader`, and refusals that may be temporary.
   */
  async of(held: HeldAction, reader: UserCaller, request: WireRequest): Promise<Rehearsed | Refusal> {
    const action = this.actions.find(held.action);
    if (!action) return refusalOf(actionUnknown());
    const maker = await this.makers.callerOf(held);
    try {
      const body = (await this.pipe.transform(held.body, { type: 'body', metatype: action.body })) as object;
      if (reader.userId !== held.makerId) await this.previews.of(action, reader, body, request);
      if (!maker || !this.access.mayDo(maker.staffRole, held.action)) return refusalOf(makerNotAllowed());
      return await this.asMaker(held, { action, body, maker }, request);
    } catch (error) {
      if (error instanceof DomainError && isFinal(error)) return refusalOf(error);
      throw error;
    }
  }

  private async asMaker(
    held: HeldAction,
    { action, body, maker }: Pick<Rehearsed, 'action' | 'body' | 'maker'>,
    request: WireRequest,
  ): Promise<Rehearsed | Refusal> {
    try {
      const preview = await this.previews.of(action, maker, body, request);
      const digest = this.previews.digestOf(held, action, preview);
      return { action, body, maker, result: preview.result, digest };
    } catch (error) {
      // The object has become the maker's own.
      if (error instanceof DomainError && error.kind === 'forbidden') return refusalOf(error);
      throw error;
    }
  }
}

export function isRefusal(rehearsed: Rehearsed | Refusal): rehearsed is Refusal {
  return 'code' in rehearsed;
}

function refusalOf({ code, message }: DomainError): Refusal {
  return { code, message };
}

/** Whether the refusal comes from the state of the objects, so that another try would be refused too. */
function isFinal({ kind, code }: DomainError): boolean {
  if (kind === 'conflict') return code === 'INVALID_STATE';
  return ['invalid', 'not-found', 'gone', 'precondition'].includes(kind);
}
