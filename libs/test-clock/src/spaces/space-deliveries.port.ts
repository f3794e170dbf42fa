import type { OutstandingDeliveries } from './timeline.view';

/** The webhook deliveries of an app, which an advance waits for. */
export abstract class SpaceDeliveries {
  /** Sends deliveries that are due. Resolves when this process sends none, at the latest after `ms`. */
  abstract send(ms: number): Promise<void>;
  /** Whether all events that were relayed have their deliveries. */
  abstract arePlanned(appId: string): Promise<boolean>;
  /** Deliveries that are due now and can be sent, by endpoint. */
  abstract due(appId: string): Promise<OutstandingDeliveries[]>;
  /** Deliveries that wait for a retry because the endpoint gave no answer in time since `since`, by endpoint. */
  abstract timedOut(appId: string, since: Date): Promise<OutstandingDeliveries[]>;
}
