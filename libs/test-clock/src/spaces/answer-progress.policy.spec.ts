import { AnswerProgress } from './answer-progress.policy';

describe('the progress of answers to webhooks', () => {
  const left = (numbers: Record<string, number>) =>
    Object.entries(numbers).map(([webhook_id, deliveries]) => ({ webhook_id, deliveries }));

  it('stalls at an endpoint of which no fewer deliveries are left for longer than it may take', () => {
    const progress = new AnswerProgress();
    expect(progress.stalled(left({ a: 3, b: 3 }), 0, 10)).toEqual([]);
    expect(progress.stalled(left({ a: 2, b: 3 }), 10, 10)).toEqual([]);
    expect(progress.stalled(left({ a: 2, b: 3 }), 11, 10)).toEqual(['b']);
    expect(progress.stalled(left({ a: 1, b: 4 }), 20, 10)).toEqual(['b']);
    expect(progress.stalled(left({ a: 1 }), 31, 10)).toEqual(['a']);
  });

  it('begins anew for an endpoint that has deliveries again', () => {
    const progress = new AnswerProgress();
    expect(progress.stalled(left({ a: 1 }), 0, 10)).toEqual([]);
    expect(progress.stalled([], 5, 10)).toEqual([]);
    expect(progress.stalled(left({ a: 1 }), 20, 10)).toEqual([]);
    expect(progress.stalled(left({ a: 1 }), 31, 10)).toEqual(['a']);
  });

  it('goes on while deliveries are answered and others are added', () => {
    const progress = new AnswerProgress();
    progress.stalled(left({ a: 2 }), 0, 10);
    progress.stalled(left({ a: 4 }), 5, 10);
    expect(progress.stalled(left({ a: 3 }), 11, 10)).toEqual([]);
    expect(progress.stalled(left({ a: 5 }), 22, 10)).toEqual(['a']);
  });
});
