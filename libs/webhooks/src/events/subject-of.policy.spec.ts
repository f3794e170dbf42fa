import { WEBHOOK_EVENTS } from '@app/merchants';
import { sampleOf } from './sample.view';
import { subjectOf } from './subject-of.policy';

describe('the object of an event', () => {
  it.each(WEBHOOK_EVENTS)('is in the data of %s', (event) => {
    const data = sampleOf(event, {}, new Date('2026-11-21T00:00:00.000Z'));
    expect(subjectOf(event, data)).toEqual(expect.any(String));
    expect(JSON.stringify(data)).toContain(subjectOf(event, data)!);
  });

  it.each([[{}], [{ session_id: 7 }], [{ session_id: 'line\nbreak' }], [{ session_id: '' }]])(
    'is nothing where the data hold %j',
    (data) => expect(subjectOf('payment.success', data)).toBeNull(),
  );

  it('is null for an event of another version', () => {
    expect(subjectOf('invoice.created', { invoice_number: 'INV-1' })).toBeNull();
  });
});
