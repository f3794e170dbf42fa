import type { StoryEntryView, StoryObjectView } from './story-entry.view';
import { summaryOf } from './story-summary.policy';

const session = (status: string) => ({ type: 'session', status }) as StoryObjectView;
const entry = (kind: StoryEntryView['kind'], name: string, ok: boolean | null, detail = {}) =>
  ({ kind, name, ok, detail }) as StoryEntryView;

const DECLINED = entry('payment', 'attempt.failed', false, { failure: 'declined' });
const SENT = entry('webhook', 'webhook.delivered', true);
const REFUSED = entry('webhook', 'webhook.failed', false, { status: 500 });

describe('the summary of a story', () => {
  it('is the failure of the last attempt while the session is not paid', () => {
    expect(summaryOf(session('pending'), [DECLINED])).toEqual({
      key: 'session.declined',
      params: { failure: 'declined' },
    });
    expect(summaryOf(session('completed'), [DECLINED]).key).toBe('session.completed');
  });

  it('is the webhook where the last try to deliver one failed', () => {
    expect(summaryOf(session('completed'), [SENT, REFUSED])).toEqual({
      key: 'webhook.failing',
      params: { status: '500' },
    });
    expect(summaryOf(session('completed'), [REFUSED, SENT]).key).toBe('session.completed');
  });

  it('is the status of the object otherwise', () => {
    expect(summaryOf(session('expired'), [])).toEqual({ key: 'session.expired', params: {} });
  });
});
