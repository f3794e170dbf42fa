import type { Rule } from './rule';
import * as acceptance from './acceptance';
import * as authenticity from './authenticity';
import * as repetition from './repetition';
import { answersFast, survivesRudeness } from './resilience';

/** Every rule after the first, in the order in which they are tried. `limitMs` is what a delivery may take. */
export function furtherRules(limitMs: number): Rule[] {
  return [
    ...[acceptance.verifiesExactBytes, acceptance.acceptsUnknownEvents],
    ...[authenticity.refusesForged, authenticity.refusesStale, authenticity.refusesRedated],
    ...[repetition.acceptsDuplicates, repetition.dropsDuplicates],
    ...[acceptance.acceptsAnyOrder, acceptance.acceptsLateRetries],
    // Last: it looks back on the answers above, and the one after it disturbs on purpose.
    ...[answersFast(limitMs), survivesRudeness],
  ];
}
