import { APPS, type Platform, startPlatform } from '../../support/platform';
import { AppProcess, appEnvironment } from '../support/app-process';

/** Two processes of the product that share only the database, beside the apps of the platform. */
export class TwoProcesses {
  private constructor(
    readonly platform: Platform,
    private readonly apps: readonly AppProcess[],
  ) {}

  static async start(): Promise<TwoProcesses> {
    const platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    const env = appEnvironment({ DATABASE_URL: platform.config.env.DATABASE_URL, DATABASE_POOL_SIZE: '8' });
    const apps = await Promise.all([1, 2].map(() => AppProcess.at('business-api', env)));
    for (const app of apps) app.launch();
    await Promise.all(apps.map((app) => app.ready()));
    return new TwoProcesses(platform, apps);
  }

  get urls(): string[] {
    return this.apps.map(({ url }) => url);
  }

  async stop(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.stop()));
    await this.platform.stop();
  }
}
