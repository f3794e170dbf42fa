import { eventually } from '../../support/eventually';
import type { HttpAnswer } from '../../support/http-client';
import { Shop, tokenOf } from './cards';

export type Session = Awaited<ReturnType<Shop['open']>>;

/** A shop whose buyers pay elsewhere than on the page, and those buyers. */
export class ElsewhereShop extends Shop {
  bankTransfer(session: Session, payer?: Parameters<Shop['call']>[2]): Promise<HttpAnswer> {
    return this.call('pay-bank-transfer', { session_id: session.session_id }, payer);
  }

  ussd(session: Session, bank_code = '058'): Promise<HttpAnswer> {
    return this.call('pay-ussd', { session_id: session.session_id, bank_code });
  }

  mobileMoney(session: Session, phone: string, network = 'MTN'): Promise<HttpAnswer> {
    return this.call('pay-mobile-money', { session_id: session.session_id, phone, network });
  }

  extwallet(session: Session): Promise<HttpAnswer> {
    return this.call('pay-extwallet', { session_id: session.session_id });
  }

  cancel(session: Session): Promise<HttpAnswer> {
    return this.call('pay-cancel', { session_id: session.session_id });
  }

  async publicStatus(session: Session) {
    const path = `sessions.php?action=public-status&session_id=${session.session_id}`;
    return (await this.platform.get(this.host, path, { sessionToken: tokenOf(session) })).body;
  }

  /** Waits for the session to stand so. */
  becomes(session: Session, status: string) {
    return eventually(async () => {
      const current = await this.publicStatus(session);
      return current.status === status && current;
    });
  }

  /** The session's attempts, oldest first. */
  attempts({ session_id }: Session) {
    return this.platform.sql<{
      method: string;
      status: string;
      reference: string;
      received_minor: string | null;
      unapplied_reason: string | null;
    }>(
      `SELECT a.method, a.status, a.reference, a.received_minor, a.unapplied_reason
         FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1 ORDER BY a.created_at, a.id`,
      [session_id],
    );
  }

  /** Journals booked for the session. */
  journals({ session_id }: Session) {
    return this.platform.sql<{ type: string; amount_minor: string; currency: string }>(
      `SELECT type, amount_minor, currency FROM ledger.journals WHERE related_id = $1 ORDER BY id`,
      [session_id],
    );
  }

  /** The session's events in the outbox, in order. */
  async outboxEvents({ session_id }: Session) {
    const rows = await this.platform.sql<{ type: string; status: string | null }>(
      `SELECT type, payload->>'gatewayStatus' AS status FROM outbox WHERE payload->>'sessionId' = $1 ORDER BY position`,
      [session_id],
    );
    return rows.map(({ type, status }) => (status ? `${type} ${status}` : type));
  }
}

/** Plays the buyer's part on the simulated company's page. */
export async function play(page: string, decision: object): Promise<number> {
  const { status } = await fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(decision),
  });
  return status;
}
