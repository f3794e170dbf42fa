import { addSeconds } from './clock';

const CLAIM_SECONDS = 300;
const FIRST_PAUSE_SECONDS = 60;
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
    return this.dueAt !== null && this.dueAt > now && this.providerId === null && this.mayBeCarriedOut;
  }

  /**
   * Takes it for one process, for a while; a sending counts as unanswered until its answer is recorded. `repeat` is what
   * is done with one that may have been carried out: it is sent again, where the provider carries out a repeated request
   * once; it is asked about by our reference; or it is never sent again by itself.
   */
  claim(now: Date, repeat: 'send' | 'ask' | 'stop'): { task: ProviderTask; request: ProviderRequest } {
    if (this.dueAt === null || this.dueAt > now) return { task: 'none', request: this };
    const dueAt = addSeconds(now, CLAIM_SECONDS);
    const mayAsk = this.providerId !== null || (this.mayBeCarriedOut && repeat === 'ask');
    if (mayAsk) return { task: 'ask', request: this.with({ dueAt }) };
    if (this.mayBeCarriedOut && repeat === 'stop') return { task: 'stopped', request: this.stop() };
    return { task: 'send', request: this.with({ dueAt, unanswered: this.unanswered + 1 }) };
  }

  /** The provider has taken it and not carried it out: it is asked again, less and less often. */
  taken(providerId: string, now: Date): ProviderRequest {
    const asked = this.providerId === providerId ? this.questions : 0;
    return this.with({ providerId, ...nextQuestion(asked, now) });
  }

  /** The provider does not know it: a sending may still be on its way, so it is asked again, less and less often. */
  absent(now: Date): ProviderRequest {
    return this.with(nextQuestion(this.questions, now));
  }

  /** Nothing was sent, so the claim does not count: it is sent at this time. */
  postponed(dueAt: Date): ProviderRequest {
    return this.with({ dueAt, unanswered: Math.max(0, this.unanswered - 1) });
  }

  carriedOut(providerId: string): ProviderRequest {
    return this.with({ providerId, dueAt: null });
  }

  /** The provider will not carry it out. Where an earlier sending is unanswered, it may refuse because it already has. */
  refused(): ProviderRequest {
    return this.with({ unanswered: Math.max(0, this.unanswered - 1) }).stop();
  }

  /** It is neither sent nor asked about again by itself: staff have to look. */
  stop(): ProviderRequest {
    return this.with({ dueAt: null, providerId: null });
  }

  /** Staff want it sent. `isUnsent`: they know that no earlier sending was carried out. */
  order(now: Date, isUnsent: boolean): ProviderRequest {
    return this.with({ dueAt: now, unanswered: isUnsent ? 0 : this.unanswered, questions: 0 });
  }

  private with(changes: Partial<ProviderRequestFields>): ProviderRequest {
    return new ProviderRequest({ ...this, ...changes });
  }
}

function nextQuestion(asked: number, now: Date): Pick<ProviderRequestFields, 'dueAt' | 'questions'> {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** asked, MAX_PAUSE_SECONDS);
  return { dueAt: addSeconds(now, pause), questions: Math.min(asked + 1, MAX_QUESTIONS) };
}
