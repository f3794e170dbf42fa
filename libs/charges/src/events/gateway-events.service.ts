import { Injectable } from '@nestjs/common';
import { SharedRead } from '@app/database';

/** What a gateway's event is about. What it says of it is not kept: the gateway is asked instead. */
export interface GatewayEvent {
  /** The gateway's word, e.g. `charge.completed`. */
  type: string;
  /** Ours: the `tx_ref` of a charge, the `reference` of a transfer. */
  reference: string;
  /** The gateway's id of the transaction, where the event has one. Unproved. */
  transactionId: string | null;
}

/** A context that has business with the gateway, and knows its own references. */
export interface GatewayEventHandler {
  /** Decided by the reference's shape alone. */
  knows(reference: string): boolean;
  /** Asks the gateway and acts on its answer; events repeat. What it throws makes the gateway send again. */
  handle(event: GatewayEvent): Promise<void>;
}

/** Hands each event of the gateway to the context whose reference it names. Contexts register at start. */
@Injectable()
export class GatewayEventsService {
  private readonly handlers: GatewayEventHandler[] = [];
  /** By transaction: its handling, and how many events wait for it. */
  private readonly underWay = new Map<string, { handling: SharedRead<void>; events: number }>();

  register(handler: GatewayEventHandler): void {
    this.handlers.push(handler);
  }

  /**
   * Events about nothing of ours are dropped: sending them again would change nothing. Events of one transaction that
   * arrive while one of them is handled are handled together after it, so that they do not compete for the same rows.
   */
  async receive(body: unknown): Promise<void> {
    const event = eventOf(body);
    const handler = event && this.handlers.find((one) => one.knows(event.reference));
    if (!handler) return;
    const transaction = `${event.transactionId} of ${event.reference}`;
    const shared = this.underWay.get(transaction) ?? {
      handling: new SharedRead(() => handler.handle(event)),
      events: 0,
    };
    this.underWay.set(transaction, shared);
    shared.events += 1;
    try {
      await shared.handling.read();
    } finally {
      shared.events -= 1;
      if (shared.events === 0) this.underWay.delete(transaction);
    }
  }
}

/** The gateway puts our reference into `data`, the external wallet into its `resource`. */
function eventOf(body: unknown): GatewayEvent | null {
  const { event, event_type, data, resource } = fields(body);
  const { tx_ref, reference = tx_ref, id } = resource === undefined ? fields(data) : ofResource(resource);
  if (typeof reference !== 'string' || reference.length > 128) return null;
  const transactionId = typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 64) : null;
  const type = event ?? event_type;
  return { type: typeof type === 'string' ? type : '', reference, transactionId };
}

/** Orders name our reference themselves, payouts in their item, and batches of payouts in their header. */
function ofResource(resource: unknown): Record<string, unknown> {
  const { id, custom_id, payout_item, payout_item_id, batch_header } = fields(resource);
  const { sender_batch_header: header } = fields(batch_header);
  const payout = fields(payout_item).sender_item_id ?? fields(header).sender_batch_id;
  return { id: id ?? payout_item_id, reference: custom_id ?? payout };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
