import type { Type } from '@nestjs/common';
import type { Command } from '@nestjs/cqrs';
import type { Money, Rate } from '@app/kernel';
import type { Answer, ResultOf } from '@app/write-path';
import type { StaffRole, UserCaller } from '../access/caller';
import type { WireRequest } from '../wire/request';

/** What the rules of held actions read. Each action gives the facts that its rule needs, from the result of a dry run. */
export interface ActionFacts {
  /** What it moves, at most one amount per currency. */
  amounts?: readonly Money[];
  /** The rate that it sets, what it is of, and the rate to compare it with; null where there is none. */
  rate?: { of: string; set: Rate; compared: Rate | null };
  /** The staff role of the person before and after. */
  role?: { before: StaffRole | null; after: StaffRole | null };
  /** Whether the personal data of the account is kept afterwards. */
  legalHold?: boolean;
  /** Why the account is frozen before and after; null where no reason is kept. */
  frozenFor?: { before: string | null; after: string | null };
}

/** An action of staff that may have to wait for a second person. Its command runs in one commit and calls no other system. */
export interface StaffAction<B extends object, R, V extends object> {
  /** The name of its audit entry, which its policy declares. */
  name: string;
  /** Its validated fields. They are stored while the action waits, so they contain no secrets. */
  body: Type<B>;
  command(caller: UserCaller, body: B): Command<R>;
  present(result: ResultOf<R>): V;
  facts?(result: ResultOf<R>): ActionFacts;
  /** Fields of the answer, at any depth, that differ from one dry run to the next, such as new ids and times. */
  volatile?: readonly string[];
}

/** Decides whether an action of staff waits for a second person, and answers it. The backoffice implements it. */
export abstract class ActionHolds {
  abstract answer<B extends object, R, V extends object>(
    action: StaffAction<B, R, V>,
    request: WireRequest,
    body: B,
  ): Promise<Answer<V>>;
}
