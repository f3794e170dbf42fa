import type { Platform } from '../../support/platform';
import { appEnvironment, AppProcess } from './app-process';

/** A scheduler as a process of its own, on the database of the platform unless `variables` name another address of it. */
export function schedulerProcess(
  { config, urls }: Pick<Platform, 'config' | 'urls'>,
  variables: Record<string, string> = {},
): Promise<AppProcess> {
  const { DATABASE_URL, CLOSES_DIR } = config.env;
  const bases = Object.entries(urls).map(([host, url]) => [`${host.toUpperCase()}_BASE_URL`, url] as const);
  const env = {
    DATABASE_URL,
    CLOSES_DIR,
    DATABASE_POOL_SIZE: '6',
    REDIS_URL: '',
    ...Object.fromEntries(bases),
  };
  return AppProcess.at('scheduler', appEnvironment({ ...env, ...variables }));
}
