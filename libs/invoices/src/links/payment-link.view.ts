import { type Currency, type Mode, minorToJsonNumber } from '@app/kernel';
import type { Need } from '../collecting.service';
import { isOpenLink } from './open-link.policy';
import { qrSvg } from '../qr-svg.view';

/** What is shown of a payment link, wherever it was read from. */
export interface LinkFacts {
  id: string;
  mode: Mode;
  appId: string | null;
  code: string;
  title: string;
  description: string | null;
  currency: Currency;
  amountMinor: bigint | null;
  minMinor: bigint | null;
  maxMinor: bigint | null;
  suggestedMinor: readonly bigint[];
  successUrl: string | null;
  maxUses: number | null;
  /** Of `maxUses`: places that attempts in flight hold. */
  held: number;
  expiresAt: Date | null;
  metadata: object;
  active: boolean;
  createdAt: Date;
  /** Completed payments. */
  uses: number;
}

/** What a payment link is shown with. */
interface ShownWith {
  url: string;
  now: Date;
  need: Need;
}

/** A payment link as its merchant sees it in a list. */
export function linkView(link: LinkFacts, { url, now, need }: ShownWith) {
  const placesLeft = link.maxUses === null ? null : Math.max(0, link.maxUses - link.uses - link.held);
  const major = (minor: bigint | null) => (minor === null ? null : minorToJsonNumber(minor));
  return {
    id: link.id,
    code: link.code,
    url,
    title: link.title,
    description: link.description,
    amount: major(link.amountMinor),
    min_amount: major(link.minMinor),
    max_amount: major(link.maxMinor),
    suggested_amounts: link.suggestedMinor.map(minorToJsonNumber),
    currency: link.currency,
    success_url: link.successUrl,
    max_uses: link.maxUses,
    uses: link.uses,
    places_left: placesLeft,
    expires_at: link.expiresAt?.toISOString() ?? null,
    metadata: link.metadata,
    active: link.active,
    payable: need === null && isOpenLink(link, now) && placesLeft !== 0,
    needs: need,
    is_test: link.mode === 'test',
    created_at: link.createdAt.toISOString(),
  };
}

/** The same with a QR code of its address. */
export function linkDetailView(link: LinkFacts, shown: ShownWith) {
  return { ...linkView(link, shown), qr_svg: qrSvg(shown.url) };
}

/** What is shown of a link that a command has changed. */
export function withUses(
  link: Omit<LinkFacts, 'uses' | 'held'>,
  { uses, held }: Pick<LinkFacts, 'uses' | 'held'>,
): LinkFacts {
  const { id, mode, appId, code, title, description, currency, amountMinor, minMinor, maxMinor, successUrl } =
    link;
  const { suggestedMinor, maxUses, expiresAt, metadata, active, createdAt } = link;
  return {
    id,
    mode,
    appId,
    code,
    title,
    description,
    currency,
    amountMinor,
    minMinor,
    maxMinor,
    suggestedMinor,
    successUrl,
    maxUses,
    held,
    expiresAt,
    metadata,
    active,
    createdAt,
    uses,
  };
}
