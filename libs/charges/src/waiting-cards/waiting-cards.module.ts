import { Module } from '@nestjs/common';
import { WaitingCards } from './waiting-cards.store';

/** Cards that wait for a PIN, for the adapter of the gateway and for those who end a charge. */
@Module({ providers: [WaitingCards], exports: [WaitingCards] })
export class WaitingCardsModule {}
