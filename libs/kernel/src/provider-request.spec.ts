import { addSeconds } from './clock';
import { ProviderRequest } from './provider-request';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const later = (seconds: number) => addSeconds(NOW, seconds);
const due = (fields: Partial<ProviderRequest> = {}) =>
  new ProviderRequest({ dueAt: NOW, unanswered: 0, providerId: null, questions: 0, ...fields });

describe('a request to a provider', () => {
  it('is sent by its claimer, and claimed again only after a while', () => {
    const { task, request } = due().claim(NOW, 'send');
    expect([task, request.isBeingSent(NOW), request.claim(NOW, 'send').task]).toEqual(['send', true, 'none']);
    expect(request.claim(later(299), 'send').task).toBe('none');
    expect(request.claim(later(300), 'send').task).toBe('send');
  });

  it('is not claimed before it is due', () => {
    for (const dueAt of [null, later(1)]) expect(due({ dueAt }).claim(NOW, 'send').task).toBe('none');
  });

  it('may have been carried out from its claim on: a lost answer and a crash are no refusal', () => {
    const { request } = due().claim(NOW, 'send');
    expect([due().mayBeCarriedOut, request.mayBeCarriedOut]).toEqual([false, true]);
    const twice = request.claim(later(300), 'send').request.refused();
    expect(twice).toMatchObject({ dueAt: null, unanswered: 1, mayBeCarriedOut: true });
  });

  it('was not carried out if it was answered with a refusal', () => {
    expect(due().claim(NOW, 'send').request.refused()).toMatchObject({ unanswered: 0, dueAt: null });
    expect(due().refused().unanswered).toBe(0);
  });

  it('is sent once if a repeat would carry it out twice, unless staff know that it was not carried out', () => {
    const { request } = due().claim(NOW, 'stop');
    const again = request.claim(later(300), 'stop');
    expect([again.task, again.request.dueAt]).toEqual(['stopped', null]);
    expect(again.request.order(NOW, false).claim(NOW, 'stop').task).toBe('stopped');
    expect(again.request.order(NOW, true).claim(NOW, 'stop').task).toBe('send');
  });

  it('is queried less and less often once it was taken, and never sent again', () => {
    let request = due().claim(NOW, 'stop').request;
    let now = NOW;
    const pauses = Array.from({ length: 11 }, () => {
      request = request.taken('refund-1', now);
      const asked = request.claim(request.dueAt!, 'stop');
      const pause = (request.dueAt!.getTime() - now.getTime()) / 1000;
      expect([asked.task, request.isBeingSent(now)]).toEqual(['ask', false]);
      [now, request] = [request.dueAt!, asked.request];
      return pause;
    });
    expect(pauses).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, 21_600]);
    expect(request.taken('refund-2', now)).toMatchObject({ questions: 1, dueAt: addSeconds(now, 60) });
  });

  it('is over once it was carried out, and keeps its name', () => {
    const done = due().carriedOut('refund-1');
    expect([done.providerId, done.claim(later(300), 'send').task]).toEqual(['refund-1', 'none']);
  });

  it('is asked about by our reference if a repeat is not to be sent, and is known as absent for an hour', () => {
    let { task, request } = due().claim(NOW, 'ask');
    expect(task).toBe('send');
    for (const minutes of [1, 2, 4, 8, 16, 32]) {
      const at = request.dueAt!;
      ({ task, request } = request.claim(at, 'ask'));
      expect([task, request.unanswered]).toEqual(['ask', 1]);
      request = request.absent(at);
      expect(request.dueAt).toEqual(addSeconds(at, minutes * 60));
    }
    expect(request.questions).toBe(6);
  });

  it('is not being sent, and not in doubt, where its claim was postponed', () => {
    const postponed = due().claim(NOW, 'stop').request.postponed(later(600));
    expect(postponed).toMatchObject({ unanswered: 0, mayBeCarriedOut: false, dueAt: later(600) });
    expect([postponed.isBeingSent(NOW), postponed.claim(later(600), 'stop').task]).toEqual([false, 'send']);
  });
});
