import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from '@app/accounts';
import { MerchantsModule } from '@app/merchants';
import { PagesModule } from '@app/pages';
import { AttentionQueries } from './me/attention.queries';
import { MeController } from './me/me.controller';
import { OwnActionsService } from './me/own-actions.service';
import { ConsolePageController } from './pages/console-page.controller';
import { OpenConsoleSessionHandler } from './sessions/commands/open-console-session';
import { OpenDemoSessionHandler } from './sessions/commands/open-demo-session';
import { SwitchConsoleAccountHandler } from './sessions/commands/switch-console-account';
import { ConsoleCookiesService } from './sessions/console-cookies.service';
import { ConsoleSessionController } from './sessions/console-session.controller';
import { ConsoleSessionsStore } from './sessions/console-sessions.store';
import { ConsoleTokensService } from './sessions/console-tokens.service';
import { DemoPeopleService } from './sessions/demo-people.service';

const ME = [AttentionQueries, OwnActionsService];
const HOSTS = {
  business: {
    controllers: [MeController, ConsolePageController, ConsoleSessionController],
    providers: [
      ...ME,
      ConsoleCookiesService,
      ConsoleSessionsStore,
      ConsoleTokensService,
      DemoPeopleService,
      OpenConsoleSessionHandler,
      OpenDemoSessionHandler,
      SwitchConsoleAccountHandler,
    ],
  },
  /** The console calls this host in test mode. */
  sandbox: { controllers: [MeController], providers: ME },
};

/** The web console of merchants and staff: its pages and its sessions, on the business host. */
@Module({ imports: [AccountsModule, MerchantsModule, PagesModule] })
export class ConsoleModule {
  static for(host: keyof typeof HOSTS): DynamicModule {
    return { module: ConsoleModule, ...HOSTS[host] };
  }
}
