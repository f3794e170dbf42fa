import { Controller } from '@nestjs/common';
import { Config } from '@app/config';
import { ClientAddress } from '@app/http';
import { PageAssetsService, PageGet, PageVisit, Visit } from '@app/pages';
import { DemoPeopleService } from '../sessions/demo-people.service';
import { consolePage } from './console.page';

const PATHS = ['login', 'register', 'dashboard', 'dashboard/*', 'admin', 'admin/*'];

/** The pages of the console: one document at every address, which draws the screen of that address. */
@Controller()
export class ConsolePageController {
  constructor(
    private readonly assets: PageAssetsService,
    private readonly demoPeople: DemoPeopleService,
    private readonly config: Config,
  ) {}

  @PageGet(PATHS, { summary: 'The console' })
  show(@Visit() visit: PageVisit, @ClientAddress() address: string): string {
    const { urls, platformName: platform } = this.config;
    return consolePage({
      nonce: visit.begin({ connectTo: [urls.sandbox], showsFiles: true }),
      locale: visit.locale,
      platform,
      sandbox: urls.sandbox,
      app: urls.app,
      demo: this.demoPeople.offeredTo(address),
      style: this.assets.consoleStyle,
      script: this.assets.consoleScript(visit.locale),
    });
  }
}
