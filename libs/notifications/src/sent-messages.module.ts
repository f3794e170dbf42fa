import { Module } from '@nestjs/common';
import { DocsModule } from '@app/docs';
import { SentMessagesController } from './sent-messages/sent-messages.controller';
import { SentMessagesService } from './sent-messages/sent-messages.service';

/** For an API host: the page `/mails`. Development only. */
@Module({ imports: [DocsModule], providers: [SentMessagesService], controllers: [SentMessagesController] })
export class SentMessagesModule {}
