import type { AccountInMode } from '@app/merchants';

/**
 * Maximum number of deliveries of one account that are created in the transaction that numbers an event of it, and one
 * more for each further event. An account can register 50 endpoints in a mode, so one event of it is always below; and so
 * is any number of events of an account with one endpoint.
 */
export const MAX_DIRECT = 50;

interface AppDelivery {
  appId: string;
  endpointId: string;
  eventId: string;
  at: Date;
}

interface PlannedDelivery extends AppDelivery {
  account: AccountInMode;
}

interface Account {
  count: number;
  /** What `count` may be after the events so far. */
  limit: number;
  lastEvent: string | null;
  byApp: Map<string, PlannedDelivery[]>;
}

/**
 * The deliveries that are created with the numbers of their events. If an account would get more than that, some of
 * its apps get theirs from the fan-out, each app all or none.
 */
export class DirectDeliveries {
  private readonly accounts = new Map<string, Account>();
  private readonly deferred = new Set<string>();

  add({ ownerId, mode }: AccountInMode, delivery: AppDelivery): void {
    const { appId } = delivery;
    if (this.deferred.has(appId)) return;
    const account = this.accountOf(`${mode} ${ownerId}`);
    const ofApp = account.byApp.get(appId);
    if (account.lastEvent !== null && account.lastEvent !== delivery.eventId) account.limit += 1;
    account.lastEvent = delivery.eventId;
    if (account.count === account.limit) {
      this.deferred.add(appId);
      account.count -= ofApp?.length ?? 0;
      account.byApp.delete(appId);
      return;
    }
    account.count += 1;
    const planned = { account: { ownerId, mode }, ...delivery };
    if (ofApp) ofApp.push(planned);
    else account.byApp.set(appId, [planned]);
  }

  /** The deliveries to create at once, and the apps whose deliveries are left to the fan-out. */
  planned(): { rows: PlannedDelivery[]; deferredApps: string[] } {
    const rows = [...this.accounts.values()].flatMap(({ byApp }) => [...byApp.values()].flat());
    return { rows, deferredApps: [...this.deferred] };
  }

  private accountOf(key: string): Account {
    let account = this.accounts.get(key);
    if (!account)
      this.accounts.set(key, (account = { count: 0, limit: MAX_DIRECT, lastEvent: null, byApp: new Map() }));
    return account;
  }
}
