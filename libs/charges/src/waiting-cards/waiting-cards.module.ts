import { Module } from '@nestjs/common';
import { WaitingCardsStore } from './waiting-cards.store';

/** Cards that wait for a PIN, for the adapter of the gateway and for those who end a charge. */
@Module({ providers: [WaitingCardsStore], exports: [WaitingCardsStore] })
export class WaitingCardsModule {}
