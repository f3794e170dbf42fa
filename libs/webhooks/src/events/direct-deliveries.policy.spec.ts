import { DirectDeliveries, MAX_DIRECT } from './direct-deliveries.policy';

const account = (ownerId: string) => ({ ownerId, mode: 'live' as const });

/** The deliveries of so many events to the endpoints of apps, as `app: endpoints`. */
function planned(events: number, accounts: Record<string, Record<string, number>>) {
  const direct = new DirectDeliveries();
  for (let n = 0; n < events; n++) {
    for (const [ownerId, apps] of Object.entries(accounts)) {
      for (const [appId, endpoints] of Object.entries(apps)) {
        for (let e = 0; e < endpoints; e++)
          direct.add(account(ownerId), {
            appId,
            endpointId: `${appId}-${e}`,
            eventId: String(n),
            at: new Date(0),
          });
      }
    }
  }
  const { rows, deferredApps } = direct.planned();
  const counts: Record<string, number> = {};
  for (const { appId } of rows) counts[appId] = (counts[appId] ?? 0) + 1;
  return { counts, deferredApps };
}

describe('deliveries that are created with the numbers of their events', () => {
  it('are all of them up to the limit of an account, and one for each event', () => {
    expect(planned(1000, { ada: { shop: 1 } })).toEqual({ counts: { shop: 1000 }, deferredApps: [] });
    expect(planned(MAX_DIRECT, { ada: { shop: 1 } })).toEqual({
      counts: { shop: MAX_DIRECT },
      deferredApps: [],
    });
    expect(planned(1, { ada: { shop: MAX_DIRECT } }).deferredApps).toEqual([]);
  });

  it('do not include those of an app that exceeds it', () => {
    expect(planned(1, { ada: { shop: MAX_DIRECT + 1 } })).toEqual({ counts: {}, deferredApps: ['shop'] });
  });

  it('are those of the apps that the limit leaves room for', () => {
    const { counts, deferredApps } = planned(1, { ada: { a: 20, b: 20, c: 20, d: 10 } });
    expect([counts, deferredApps]).toEqual([{ a: 20, b: 20, d: 10 }, ['c']]);
  });

  it('are those of many events to two endpoints, until these exceed it', () => {
    expect(planned(MAX_DIRECT - 1, { ada: { shop: 2 } }).deferredApps).toEqual([]);
    expect(planned(MAX_DIRECT, { ada: { shop: 2 } }).deferredApps).toEqual(['shop']);
  });

  it('do not depend on other accounts', () => {
    const { counts, deferredApps } = planned(2, { eve: { flood: 1000 }, ada: { shop: 3 } });
    expect([counts, deferredApps]).toEqual([{ shop: 6 }, ['flood']]);
  });
});
