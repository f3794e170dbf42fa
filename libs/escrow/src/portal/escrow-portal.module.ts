import { Module } from '@nestjs/common';
import { pageErrors, PagesModule } from '@app/pages';
import { EscrowModule } from '../escrow.module';
import { PORTAL_TEXTS } from './portal-texts';
import { EscrowPortalController } from './escrow-portal.controller';

const FORM = { title: 'portal.form.title', back: 'portal.form.back', foot: 'portal.foot' } as const;
/** Of the form itself, not of the action it requests. */
const UNREAD = { ...FORM, text: 'portal.form.unread' } as const;

/** The escrow pages of buyers without an account, for the hosts that sessions are paid on. */
@Module({
  imports: [EscrowModule, PagesModule],
  providers: [
    pageErrors({
      below: '/escrow/',
      family: PORTAL_TEXTS,
      texts: {
        invalid: UNREAD,
        'too-large': UNREAD,
        'unsupported-media': UNREAD,
        forbidden: { ...FORM, text: 'portal.form.not-now' },
        'not-found': { title: 'portal.none.title', text: 'portal.none.text' },
      },
    }),
  ],
  controllers: [EscrowPortalController],
})
export class EscrowPortalModule {}
