import type { Language, EmailTokens } from '@app/accounts';
import { Config } from '@app/config';
import type { StoredEvent } from '@app/write-path';
import type { EscrowTokens } from '@app/escrow';
import type { PoolClient } from 'pg';
import { WhenAnythingHappens } from '../src/listeners/when-anything-happens';
import { MailComposer } from '../src/mail-composer';
import type { NewMail } from '../src/mail-queue';
import type { Inbox, NewNotification } from '../src/inbox';
import type { MailQueue } from '../src/mail-queue';
import { SAMPLE_EVENTS } from './sample-events';

const LANGUAGES: readonly Language[] = ['en', 'fr'];

/** The rows that queries of addressees and names find. */
const ROWS: readonly [sql: string, rows: (values: unknown[], chosen: object) => object[]][] = [
  ['FROM ledger.accounts', () => [{ ownerId: 'ada-id' }]],
  ['FROM checkout_sessions s JOIN users', () => [{ name: 'Adé Stores' }]],
  ['SELECT customer_email AS email', () => [{ email: 'buyer@example.com' }]],
  ['WHERE staff_role IN', () => [{ ownerId: 'staff-id' }]],
  ['FROM users u WHERE u.email', (_, chosen) => [accountOf('ada-id', chosen)]],
  ['FROM users u WHERE u.id', ([ids], chosen) => (ids as string[]).map((id) => accountOf(id, chosen))],
];

function accountOf(id: string, chosen: object) {
  return { id, email: `${id}@example.com`, emailVerified: true, frozen: false, name: id, chosen };
}

function transactionOf(language: Language): PoolClient {
  const query = (statement: string | { text: string; values: unknown[] }, values: unknown[] = []) => {
    const { text, values: given } = typeof statement === 'string' ? { text: statement, values } : statement;
    const found = ROWS.find(([sql]) => text.includes(sql));
    if (!found) throw new Error(`unexpected query: ${text}`);
    return Promise.resolve({ rows: found[1](given, { language }) });
  };
  return { query } as unknown as PoolClient;
}

const composer = new MailComposer(
  Config.from({
    NODE_ENV: 'test',
    MAIL_FROM: 'Payments <no-reply@pay.example>',
    PASSWORD_RESET_URL: 'https://pay.example/reset',
  }),
  {
    codeOf: (id: string) => `code of ${id}`,
    resetTokenOf: (id: string) => `token-of-${id}`,
  } as unknown as EmailTokens,
  { addressOf: (uuid: string) => `https://pay.example/escrow/${uuid}` } as unknown as EscrowTokens,
);

async function deliver(event: StoredEvent, language: Language) {
  const notifications: NewNotification[] = [];
  const mails: NewMail[] = [];
  const inbox = { add: (_: unknown, added: NewNotification[]) => void notifications.push(...added) };
  const queue = { add: (_: unknown, added: NewMail[]) => void mails.push(...added) };
  const listener = new WhenAnythingHappens(inbox as unknown as Inbox, queue as unknown as MailQueue);
  await listener.tell([event], transactionOf(language));
  return { notifications, mails };
}

/** Everything that an event gives cause to write, in one language. */
async function rendered(event: StoredEvent, language: Language): Promise<string> {
  const { notifications, mails } = await deliver(event, language);
  const inbox = notifications.map(
    ({ ownerId, type, title, body, data }) =>
      `== ${type} to ${ownerId}\n${title}\n${body}\n${JSON.stringify(data)}\n`,
  );
  const sent = mails.map((mail) => {
    const due = {
      ...mail,
      language,
      facts: JSON.parse(JSON.stringify(mail.facts)) as NewMail['facts'],
      id: 'mail-1',
      claim: 'claim-1',
      attempts: 0,
    };
    const { to, subject, text } = composer.compose(due);
    return `== ${mail.type} by mail to ${to}, until ${mail.expiresAt ?? 'sent'}\n${subject}\n\n${text}`;
  });
  return [...inbox, ...sent].join('\n');
}

describe('Rendered notifications', () => {
  it.each(SAMPLE_EVENTS.flatMap((sample) => LANGUAGES.map((language) => ({ ...sample, language }))))(
    '$name ($language)',
    async ({ type, data, language }) => {
      const event: StoredEvent = {
        ...{ id: 'event-1', type, aggregateType: 'sample', aggregateId: 'sample-1', ownerId: 'owner-id' },
        ...{ mode: 'live', data, correlationId: 'request-1', createdAt: new Date('2026-11-21T08:00:00Z') },
      };
      expect(await rendered(event, language)).toMatchSnapshot();
    },
  );
});
