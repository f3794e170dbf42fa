import type { PageTexts, Texts } from '@app/pages';
import en from './locales/en.json';
import fr from './locales/fr.json';

type PortalText = keyof typeof en;

/** The texts of the escrow portal. */
export const PORTAL_TEXTS: PageTexts<PortalText> = { en, fr };

export type PortalTexts = Texts<PortalText>;
