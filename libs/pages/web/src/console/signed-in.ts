import { signal } from '@preact/signals';
import type { Answer } from './wire';

export type Me = Answer<'authMe'>;

/** Who is signed in; null before the first answer. */
export const me = signal<Me | null>(null);
