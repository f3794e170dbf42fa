import { allAccepted, failed, passed, type Rule } from './rule';

/** The share of the time limit that an answer may use. */
const MAX_SHARE = 0.3;

/** Evaluates the genuine events of earlier rules; after `limitMs` a delivery counts as failed. */
export const answersFast = (limitMs: number): Rule => ({
  name: 'answers-fast',
  sent: 'Nothing more: this looks at the answers to all genuine events above.',
  why: `After ${limitMs / 1000} seconds a delivery counts as failed, whatever you answer then. An endpoint that works while we wait fails on a busy day.`,
  fix: 'Verify, store the event, answer 200; do the work afterwards, from your own queue.',
  examine(line) {
    const slowest = Math.max(...line.latencies);
    const fastMs = limitMs * MAX_SHARE;
    const finding = `The slowest of ${line.latencies.length} answers took ${slowest} ms; up to ${fastMs} ms is fast.`;
    return Promise.resolve(slowest <= fastMs ? passed(finding) : failed(finding));
  },
});

export const survivesRudeness: Rule = {
  name: 'survives-rudeness',
  sent: 'A delivery whose answer is read very slowly, one that breaks off half way, and then a genuine event.',
  why: 'Networks break and peers are slow. One bad connection must not cost the events that follow.',
  fix: 'Handle aborted requests, keep nothing per process that a broken one leaves behind, and act only on bodies that came whole.',
  async examine(line) {
    await line.deliverReadingSlowly('a genuine event, its answer read slowly', line.event());
    await line.hangUp('half an event, then silence', line.event());
    const after = await line.deliver('a genuine event afterwards', line.event());
    return allAccepted([after]);
  },
};
