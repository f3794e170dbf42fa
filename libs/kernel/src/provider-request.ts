import { addSeconds } from './clock';

const CLAIM_SECONDS = 300;
const FIRST_PAUSE_SECONDS = 60;
const POSTPONED_SECONDS = 600;
const MAX_PAUSE_SECONDS = 6 * 3600;
const MAX_QUESTIONS = 100;

/** A request to a provider as its aggregate keeps it, in columns of its own. */
export interface ProviderRequestFields {
  /** When to send it or to ask about it; null: neither is to be done. */
  readonly dueAt: Date | null;
  /** Times it was sent without an answer: each of them may have been carried out. */
  readonly unanswered: number;
  /** The provider's name for it: it has taken the request, or has carried it out. */
  readonly providerId: string | null;
  /** Times the provider was asked without a final answer. */
  readonly questions: number;
}

/** What its claimer has to do: send the request, ask about it, nothing; or it was `stopped`, because it may have been carried out. */
export type ProviderTask = 'send' | 'ask' | 'none' | 'stopped';

/**
 * A request to a provider that moves money: claimed before it is sent, so that a lost answer or a crash is never taken
 * for a refusal, and asked about until it is carried out. Each method gives the request as it is then.
 */
export class ProviderRequest implements ProviderRequestFields {
  readonly dueAt: Date | null;
  readonly unanswered: number;
  readonly providerId: string | null;
  readonly questions: number;

  constructor(fields: ProviderRequestFields) {
    this.dueAt = fields.dueAt;
    this.unanswered = fields.unanswered;
    this.providerId = fields.providerId;
    this.questions = fields.questions;
  }

  /** Whether an earlier sending may have been carried out. */
  get mayBeCarriedOut(): boolean {
    return this.unanswered > 0;
  }

  /** Whether it is being sent: its answer will say more. */
  isBeingSent(now: Date): boolean {
    return this.dueAt !== null && this.dueAt > now && this.providerId === null;
  }

  /**
   * Takes it for one process, for a while; a sending counts as unanswered until its answer is recorded. `isRepeatable`:
   * the provider carries out a repeated request once. One that is not is never sent again by itself.
   */
  claim(now: Date, isRepeatable: boolean): { task: ProviderTask; request: ProviderRequest } {
    if (this.dueAt === null || this.dueAt > now) return { task: 'none', request: this };
    const dueAt = addSeconds(now, CLAIM_SECONDS);
    if (this.providerId !== null) return { task: 'ask', request: this.with({ dueAt }) };
    if (this.mayBeCarriedOut && !isRepeatable) return { task: 'stopped', request: this.stop() };
    return { task: 'send', request: this.with({ dueAt, unanswered: this.unanswered + 1 }) };
  }

  /** The provider has taken it and not carried it out: it is asked again, less and less often. */
  taken(providerId: string, now: Date): ProviderRequest {
    const asked = this.providerId === providerId ? this.questions : 0;
    const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** asked, MAX_PAUSE_SECONDS);
    const questions = Math.min(asked + 1, MAX_QUESTIONS);
    return this.with({ providerId, dueAt: addSeconds(now, pause), questions });
  }

  carriedOut(providerId: string): ProviderRequest {
    return this.with({ providerId, dueAt: null });
  }

  /** The provider will not carry it out. Where an earlier sending is unanswered, it may refuse because it already has. */
  refused(): ProviderRequest {
    return this.with({ unanswered: Math.max(0, this.unanswered - 1) }).stop();
  }

  /** The provider takes no requests at the moment: it is sent later. */
  postponed(now: Date): ProviderRequest {
    const unanswered = Math.max(0, this.unanswered - 1);
    return this.with({ unanswered, dueAt: addSeconds(now, POSTPONED_SECONDS) });
  }

  /** It is neither sent nor asked about again by itself: staff have to look. */
  stop(): ProviderRequest {
    return this.with({ dueAt: null, providerId: null });
  }

  /** Staff want it sent. `isUnsent`: they know that no earlier sending was carried out. */
  order(now: Date, isUnsent: boolean): ProviderRequest {
    return this.with({ dueAt: now, unanswered: isUnsent ? 0 : this.unanswered });
  }

  private with(changes: Partial<ProviderRequestFields>): ProviderRequest {
    return new ProviderRequest({ ...this, ...changes });
  }
}
