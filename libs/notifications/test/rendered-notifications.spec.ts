import type { BrandQueries, EmailTokensService, Language, TeamInvitationsStore } from '@app/accounts';
import type { RefundTokensService } from '@app/checkout';
import { Config } from '@app/config';
import type { StoredEvent } from '@app/write-path';
import type { EscrowTokensService } from '@app/escrow';
import type { InboxService, NewNotification } from '../src/inbox/inbox.service';
import type { InvoiceDocumentsService } from '@app/invoices';
import type { SubscriptionLinksService } from '@app/subscriptions';
import { Money } from '@app/kernel';
import { NotifyRecipients } from '../src/listeners/notify-recipients';
import { MailComposerService } from '../src/mail/mail-composer.service';
import type { MailQueueService, NewMail } from '../src/mail/mail-queue.service';
import { fakeTransaction } from './fake-transaction';
import { SAMPLE_EVENTS } from './sample-events';

const LANGUAGES: readonly Language[] = ['en', 'fr'];

/** A part of it was paid after the mail was requested. */
const openInvoice = {
  status: 'sent',
  link: 'https://pay.example/invoice/token',
  balanceDue: new Money(80_000n, 'NGN'),
  business: { email: 'shop@example.com' },
};

const composer = new MailComposerService(
  Config.from({
    NODE_ENV: 'test',
    MAIL_FROM: 'Payments <no-reply@pay.example>',
    PASSWORD_RESET_URL: 'https://pay.example/reset',
  }),
  {
    codeOf: (id: string) => `code of ${id}`,
    resetTokenOf: (id: string) => `token-of-${id}`,
    reportTokenOf: ({ userId }: { userId: string }) => `report-of-${userId}`,
  } as unknown as EmailTokensService,
  { tokenOf: (id: string) => `token-of-${id}` } as unknown as TeamInvitationsStore,
  { addressOf: (uuid: string) => `https://pay.example/escrow/${uuid}` } as unknown as EscrowTokensService,
  { addressOf: (id: string) => `https://pay.example/refund/${id}` } as unknown as RefundTokensService,
  {
    find: () => Promise.resolve({ document: openInvoice }),
    pdfForMail: () => Promise.resolve({ name: 'INV-2026-000001.pdf', content: Buffer.from('%PDF') }),
  } as unknown as InvoiceDocumentsService,
  {
    pageOf: (id: string) => `https://pay.example/subscription/${id}`,
    paymentOf: (id: string) => Promise.resolve(`https://pay.example/pay/${id}`),
  } as unknown as SubscriptionLinksService,
  { ofMails: () => Promise.resolve(null) } as unknown as BrandQueries,
);

async function deliver(event: StoredEvent, language: Language) {
  const notifications: NewNotification[] = [];
  const mails: NewMail[] = [];
  const inbox = { add: (_: unknown, added: NewNotification[]) => void notifications.push(...added) };
  const queue = {
    add: (_: unknown, added: NewMail[]) => void mails.push(...added),
    withinDay: (_: unknown, limited: NewMail[]) => Promise.resolve(limited),
  };
  const listener = new NotifyRecipients(
    inbox as unknown as InboxService,
    queue as unknown as MailQueueService,
  );
  await listener.handle([event], fakeTransaction(language));
  return { notifications, mails };
}

/** All notifications and mails of an event as text, in one language. */
async function rendered(event: StoredEvent, language: Language): Promise<string> {
  const { notifications, mails } = await deliver(event, language);
  const inbox = notifications.map(
    ({ ownerId, type, title, body, data }) =>
      `== ${type} to ${ownerId}\n${title}\n${body}\n${JSON.stringify(data)}\n`,
  );
  const sent = mails.map(async (mail) => {
    const due = {
      ...mail,
      language,
      facts: JSON.parse(JSON.stringify(mail.facts)) as NewMail['facts'],
      id: 'mail-1',
      claim: 'claim-1',
      attempts: 0,
      createdAt: new Date(0),
    };
    const { to, subject, text } = (await composer.compose(due))!;
    return `== ${mail.type} by mail to ${to}, until ${mail.expiresAt ?? 'sent'}\n${subject}\n\n${text}`;
  });
  return [...inbox, ...(await Promise.all(sent))].join('\n');
}

describe('Rendered notifications', () => {
  it.each(SAMPLE_EVENTS.flatMap((sample) => LANGUAGES.map((language) => ({ ...sample, language }))))(
    '$name ($language)',
    async ({ event, language }) => {
      expect(await rendered(event, language)).toMatchSnapshot();
    },
  );
});
