import { brandColors } from '@app/pages';
import type { Brand } from './brand.aggregate';

/** A brand as its owner sees it. `unconfirmedEmail` waits for its code. */
export function brandView(brand: Brand, unconfirmedEmail: string | null, logoUrl: string | null) {
  const colors = brand.color === null ? null : brandColors(brand.color);
  return {
    display_name: brand.displayName,
    display_name_status: brand.nameStatus,
    proposed_display_name: brand.proposedName,
    display_name_reason: brand.reason,
    color: brand.color,
    button_text: colors && colors.buttonText,
    link_color: colors && colors.link.light,
    adjusted: colors !== null && colors.link.light !== brand.color,
    support_email: brand.supportEmail,
    unconfirmed_support_email: unconfirmedEmail,
    support_phone: brand.supportPhone,
    support_url: brand.supportUrl,
    terms_url: brand.termsUrl,
    postal_address: brand.postalAddress,
    logo_url: logoUrl,
  };
}
