import { GatewayOutcomeUnknown, GatewayRejected } from '@app/charges';
import { outcomeOf } from './charge-outcome.policy';

describe('the outcome of a request to the gateway', () => {
  it('is unknown where nobody can say, and is not sent again', async () => {
    const send = jest.fn().mockRejectedValue(new GatewayOutcomeUnknown('no answer'));
    await expect(outcomeOf(send)).resolves.toEqual({ kind: 'unknown' });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is a rejection where the gateway did not take it', async () => {
    const send = () => Promise.reject(new GatewayRejected('currency is not supported'));
    await expect(outcomeOf(send)).resolves.toEqual({ kind: 'rejected', reason: 'currency is not supported' });
  });

  it('is no outcome where it is a bug', async () => {
    await expect(outcomeOf(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
  });
});
