import { signal } from '@preact/signals';
import type { Refusal } from './refusal';

/** The question for the code of the authenticator app that an action waits for. */
export const proof = signal<{ resolve: () => void; reject: (why: Refusal) => void } | null>(null);

/** Resolves once the second factor is proved; rejects with the refusal if the person does not. */
export function proveFactor(refusal: Refusal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    proof.value = { resolve, reject: () => reject(refusal) };
  }).finally(() => (proof.value = null));
}
