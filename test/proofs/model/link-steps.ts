import * as fc from 'fast-check';
import { meets, text } from './ask';
import { createLink, linkState, switchLink } from './link-requests';
import { openOnPage, payByCard } from './page-payments';
import type { Service } from './service';
import { accountAt, asking, currency, keyed, minor, nat, pick, Step } from './step';
import type { PaymentLink, World } from './world';

const EXPIRES_MS = 1440 * 60_000;

export const linksCreated = fc
  .record({
    account: nat,
    currency,
    minor: fc.option(minor),
    least: minor,
    maxUses: fc.option(fc.integer({ min: 1, max: 3 })),
    keyed,
  })
  .map((request) =>
    asking('Link', request, (world) =>
      createLink(world, { ...request, account: accountAt(world, request.account) }),
    ),
  );

export const linksSwitched = fc
  .record({ link: nat, isActive: fc.boolean(), keyed })
  .map((request) =>
    asking('SwitchLink', request, (world) =>
      world.links.length === 0 ? null : switchLink(pick(world.links, request.link), request.isActive),
    ),
  );

/** A payer opens a payment and pays it by card or leaves, which takes no place. */
export const linksPaid = fc
  .record({
    link: nat,
    minor: fc.option(minor),
    card: fc.constantFrom('approved' as const, 'approved' as const, 'declined' as const, null),
  })
  .map(
    (request) =>
      new Step(
        ...(['PayLink', request] as const),
        async (world, service) => {
          const link = pick(world.links, request.link);
          const fields: Record<string, string> =
            request.minor === null ? {} : { amount: text(request.minor) };
          const opened = await openOnPage(service, `/link/${link.code}`, fields);
          const expected = expectedStatus(link, request.minor);
          expect(opened.status).toBe(expected);
          if (expected !== 303) return;
          const expiresAt = world.books.now + EXPIRES_MS;
          const { account, code, currency: of } = link;
          const payment = {
            id: opened.sessionId!,
            minor: link.minor ?? request.minor!,
            currency: of,
            expiresAt,
          };
          if (request.card === null) return;
          const credited = { account, type: 'checkout', reference: code, description: 'A book' } as const;
          if (!(await payByCard(world, service, payment, request.card, credited))) return;
          link.uses += 1;
        },
        (world) => world.links.length > 0,
      ),
  );

function expectedStatus(link: PaymentLink, asked: bigint | null): 303 | 400 | 410 {
  const isUsedUp = link.maxUses !== null && link.uses >= link.maxUses;
  if (!link.isActive || isUsedUp) return 410;
  if (link.minor !== null) return asked === null || asked === link.minor ? 303 : 400;
  return asked !== null && asked >= link.least ? 303 : 400;
}

/** Compares every link at the end of a run. */
export async function compareLinks(world: World, service: Service): Promise<void> {
  for (const link of world.links) {
    const path = `features.php?section=payment-links&action=detail&id=${link.id}`;
    meets(await service.of(link.account, 'GET', path), { status: 200, fields: linkState(link) });
  }
}
