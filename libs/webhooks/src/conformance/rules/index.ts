import type { Rule } from './rule';
import * as acceptance from './acceptance';
import * as authenticity from './authenticity';
import * as repetition from './repetition';
import { answersFast, survivesRudeness } from './resilience';

/** All rules after the first, in the order of execution. `limitMs` is the time limit of a delivery. */
export function furtherRules(limitMs: number): Rule[] {
  return [
    acceptance.verifiesExactBytes,
    acceptance.acceptsUnknownEvents,
    authenticity.refusesForged,
    authenticity.refusesStale,
    authenticity.refusesChangedTimestamp,
    repetition.acceptsDuplicates,
    repetition.dropsDuplicates,
    acceptance.acceptsAnyOrder,
    acceptance.acceptsLateRetries,
    // Last, because it evaluates the answers above and the rule after it causes failures on purpose.
    answersFast(limitMs),
    survivesRudeness,
  ];
}
