import { AnswerChecks, type ReceivedAnswer } from '../support/answer-checks';

/** The checks that every answer of the tests passes through find what they are for. */
describe('An answer of a test', () => {
  const checks = new AnswerChecks('sandbox');
  const plan = {
    plan_id: 'plan_1',
    name: 'Gold',
    amount: 10,
    currency: 'NGN',
    interval: 'monthly',
    interval_count: 1,
    trial_days: 0,
    metadata: { any: { thing: 1 } },
    active: true,
    is_test: true,
    created_at: '2026-11-26T10:00:00.000Z',
  };
  const faultOf = (fields: Partial<ReceivedAnswer>) =>
    checks.faultOf({
      method: 'GET',
      target: '/api/subscriptions.php?action=retrieve-plan&plan_id=plan_1',
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: { success: true, plan },
      ...fields,
    });

  it('is refused where it lacks a field, or has one more or of another type than its operation', () => {
    expect(faultOf({})).toBeNull();
    expect(faultOf({ body: { success: true } })).toMatch(
      /^subscriptionsRetrievePlan answered 200: \/ must have required property '\w+'/,
    );
    expect(faultOf({ body: { success: true, plan: { ...plan, balance: 1 } } })).toContain(
      '"unevaluatedProperty":"balance"',
    );
    expect(faultOf({ body: { success: true, plan: { ...plan, metadata: 7 } } })).toContain(
      '/plan/metadata must be object',
    );
  });

  it('is refused with an error code that its action does not declare', () => {
    const refused = (error_code: string) => faultOf({ status: 404, body: { success: false, error_code } });
    expect(refused('NOT_FOUND')).toBeNull();
    expect(refused('CARD_DECLINED')).toContain('add it to policy.refusals');
  });

  it('is refused with a status or a content type that its action does not have', () => {
    expect(faultOf({ status: 201 })).toContain('no such status');
    expect(faultOf({ contentType: 'text/csv' })).toContain('no text/csv');
  });

  it('is not compared where it is that of a page or of an unknown action', () => {
    expect(faultOf({ target: '/pay/cs_test_1', body: undefined })).toBeNull();
    expect(faultOf({ target: '/api/subscriptions.php?action=none', status: 400 })).toBeNull();
  });
});
