import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { type Caller, ownerOf, type ReturnUrls } from '@app/http';
import { invalid, type Mode, notFound } from '@app/kernel';
import { AppQueries } from './app.queries';
import { kybMissing } from './merchant.errors';

/** The app that what a caller makes belongs to. */
export interface CallerApp {
  ownerId: string;
  appId: string;
  mode: Mode;
  returnTo?: ReturnUrls;
}

/** Finds the app for which a caller acts: that of the key, or a live one of the account of a person. */
@Injectable()
export class CallerAppsService {
  constructor(
    private readonly apps: AppQueries,
    private readonly directory: UserDirectoryQueries,
  ) {}

  /**
   * Throws NOT_FOUND for an app that is not the caller's or is revoked, KYB_REQUIRED before the approval, and VALIDATION_ERROR
   * where a person names no app and has not exactly one.
   */
  async appFor(caller: Caller, given?: string | null): Promise<CallerApp> {
    const appId = given?.toLowerCase();
    if (caller.kind === 'app') {
      if ((appId ?? caller.appId) !== caller.appId) throw notFound('App');
      return caller;
    }
    const ownerId = ownerOf(caller);
    // Live keys of such an account write nothing either.
    if ((await this.directory.standingOf(ownerId))?.kybStatus !== 'approved') throw kybMissing();
    const own = await this.apps.list(ownerId, appId ?? null);
    const live = own.filter((app) => app.mode === 'live' && app.revoked_at === null);
    const [app] = live;
    if (appId !== undefined && !app) throw notFound('App');
    if (!app) throw invalid('app_id', 'Create a live app first: what you make belongs to one.');
    if (live.length > 1) throw invalid('app_id', 'Name one of your live apps: you have several.');
    const returnTo = { success: app.success_url, cancel: app.cancel_url };
    return { ownerId, appId: app.app_id, mode: 'live', returnTo };
  }
}
