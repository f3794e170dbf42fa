import { Injectable } from '@nestjs/common';
import type { Answer } from '@app/write-path';
import { ActionRegistry } from '../wire/action-registry';
import type { WireRequest } from '../wire/request';
import type { StaffRole } from '../access/caller';
import type { ActionHolds, StaffAction } from './action-holds.port';

/** Answers a request for a registered action. */
export type AnswerAction<B, V> = (request: WireRequest, body: B) => Promise<Answer<V>>;

/** The actions of staff that may have to wait for a second person: their controllers register and answer them here. */
@Injectable()
export class StaffActionsService {
  private readonly actions = new Map<string, StaffAction<object, unknown, object>>();
  private holds: ActionHolds | null = null;

  constructor(private readonly registry: ActionRegistry) {}

  /** Returns the function by which the action's controller answers it. */
  register<B extends object, R, V extends object>(action: StaffAction<B, R, V>): AnswerAction<B, V> {
    if (this.actions.has(action.name)) throw new Error(`${action.name} is registered twice.`);
    this.actions.set(action.name, action as unknown as StaffAction<object, unknown, object>);
    return (request, body) => {
      // An action is never carried out because a module was left out.
      if (!this.holds) throw new Error('No module decides which actions of staff are held.');
      return this.holds.answer(action, request, body);
    };
  }

  /** Has `holds` decide; the backoffice calls it at start. */
  holdBy(holds: ActionHolds): void {
    this.holds = holds;
  }

  get names(): string[] {
    return [...this.actions.keys()];
  }

  find(name: string): StaffAction<object, unknown, object> | null {
    return this.actions.get(name) ?? null;
  }

  /** Roles that may do the action; null where no route declares it. */
  rolesOf(name: string): readonly StaffRole[] | null {
    const route = this.registry.routes.find(({ policy }) => policy.audit === name);
    return route ? ['admin', ...(route.policy.roles ?? [])] : null;
  }
}
