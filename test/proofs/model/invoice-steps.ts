import * as fc from 'fast-check';
import { meets, text } from './ask';
import { credit, draft, dueOf, send, stateOf, voided } from './invoice-requests';
import { openOnPage, payByCard } from './page-payments';
import type { Service } from './service';
import { accountAt, asking, currency, keyed, nat, pick, Step } from './step';
import type { Invoice, Request, World } from './world';

/** Of a session that an invoice opens. */
const EXPIRES_MS = 1440 * 60_000;

/** Whole numbers, halves and single ten-thousandths. */
const tenThousandths = (most: number) =>
  fc.oneof(
    fc.integer({ min: 1, max: most }).map((whole) => whole * 10_000),
    fc.constantFrom(1, 5000, 75_000),
  );
const items = fc.array(
  fc.record({
    quantity: tenThousandths(9),
    price: fc.integer({ min: 1, max: 1_000_000 }),
    rate: fc.constantFrom(0, 0, 75_000, 191_234, 1_000_000),
  }),
  { minLength: 1, maxLength: 4 },
);
const discount = fc.constantFrom(0, 0, 100_000, 333_333, 1_000_000);

export const invoicesDrafted = fc
  .record({ account: nat, currency, items, discount, allowPartial: fc.boolean(), keyed })
  .map((request) =>
    asking('Invoice', request, (world) =>
      draft(world, { ...request, account: accountAt(world, request.account) }),
    ),
  );

type Input = { invoice: number; keyed: boolean };
const ofInvoice = <W extends Input>(
  name: string,
  request: W,
  make: (world: World, invoice: Invoice) => Request,
) =>
  asking(name, request, (world) =>
    world.invoices.length === 0 ? null : make(world, pick(world.invoices, request.invoice)),
  );

export const invoicesSent = fc
  .record({ invoice: nat, keyed })
  .map((request) => ofInvoice('SendInvoice', request, send));

export const invoicesVoided = fc
  .record({ invoice: nat, keyed })
  .map((request) => ofInvoice('VoidInvoice', request, (_, invoice) => voided(invoice)));

/** A part in hundredths of what is due at that moment; more than a hundred asks for too much. */
const share = fc.integer({ min: 0, max: 110 });
const partOf = (minor: bigint, hundredths: number) => {
  const part = (minor * BigInt(hundredths)) / 100n;
  return part > 0n ? part : 1n;
};

export const invoicesCredited = fc
  .record({ invoice: nat, share, keyed })
  .map((request) =>
    ofInvoice('CreditInvoice', request, (world, invoice) =>
      credit(world, invoice, partOf(dueOf(invoice), request.share)),
    ),
  );

/** A client opens the payment of a part or of all that is due, and pays it by card or leaves. */
export const invoicesPaid = fc
  .record({
    invoice: nat,
    share: fc.option(share),
    card: fc.constantFrom('approved' as const, 'approved' as const, 'declined' as const, null),
  })
  .map(
    (request) =>
      new Step(
        ...(['PayInvoice', request] as const),
        async (world, service) => {
          const invoice = pick(world.invoices, request.invoice);
          const asked = request.share === null ? null : partOf(dueOf(invoice), request.share);
          const fields: Record<string, string> = asked === null ? {} : { amount: text(asked) };
          const opened = await openOnPage(service, invoice.path, fields);
          const expected = expectedStatus(invoice, asked);
          expect(opened.status).toBe(expected);
          if (expected !== 303) return;
          const payment = opens(world, invoice, asked ?? dueOf(invoice), opened.sessionId!);
          if (request.card === null) return;
          const { account, number } = invoice;
          const credited = { account, type: 'invoice', reference: number, description: number } as const;
          if (!(await payByCard(world, service, payment, request.card, credited))) return;
          invoice.paid += payment.minor;
          invoice.pending = null;
          if (dueOf(invoice) === 0n) invoice.status = 'paid';
        },
        (world) => world.invoices.length > 0,
      ),
  );

function expectedStatus(invoice: Invoice, asked: bigint | null): 303 | 400 | 409 {
  if (invoice.status !== 'sent') return 409;
  const due = dueOf(invoice);
  const isWrong = asked !== null && (asked > due || (!invoice.allowPartial && asked !== due));
  return isWrong ? 400 : 303;
}

/** The pending payment over the same amount, or a new one in its place. */
function opens({ books }: World, invoice: Invoice, minor: bigint, id: string) {
  const { pending } = invoice;
  const isSame = pending !== null && pending.minor === minor && pending.expiresAt > books.now;
  expect(id === pending?.id).toBe(isSame);
  const opened = { id, minor, currency: invoice.currency, expiresAt: books.now + EXPIRES_MS };
  invoice.pending = isSame ? pending : opened;
  return invoice.pending;
}

export const invoicesRead = fc.record({ invoice: nat }).map(
  (request) =>
    new Step(
      ...(['ReadInvoice', request] as const),
      (world, service) => compare(service, pick(world.invoices, request.invoice)),
      (world) => world.invoices.length > 0,
    ),
);

async function compare(service: Service, invoice: Invoice): Promise<void> {
  const path = `invoices.php?action=detail&id=${invoice.id}`;
  meets(await service.of(invoice.account, 'GET', path), { status: 200, fields: stateOf(invoice) });
}

/** Compares every invoice at the end of a run. */
export async function compareInvoices({ invoices }: World, service: Service): Promise<void> {
  for (const invoice of invoices) await compare(service, invoice);
}
