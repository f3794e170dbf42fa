import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { Clock, invalid } from '@app/kernel';
import type { Pool } from 'pg';

const LANGUAGES = ['en', 'fr'] as const;
/** Languages of notifications and mails. */
export type Language = (typeof LANGUAGES)[number];

/** Preferences with their defaults. Mails about security are always sent. */
const DEFAULTS = {
  language: 'en' as Language,
  /** Off: only essential mails are sent. */
  email_notifications: true,
  /** Money that reached or left the own wallet. */
  email_money: true,
  /** Payments to the business. */
  email_payments: true,
  /** Webhook endpoints and keys. */
  email_developers: true,
};

export type PreferenceValues = typeof DEFAULTS;
export type PreferenceKey = keyof PreferenceValues;
/** Preferences that switch one sort of mail on and off. */
export type MailPreference = Exclude<PreferenceKey, 'language' | 'email_notifications'>;

export const PREFERENCE_KEYS = Object.keys(DEFAULTS) as PreferenceKey[];

/** Reads and stages the preferences of users. */
@Injectable()
export class PreferencesService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async preferencesOf(userId: string): Promise<PreferenceValues> {
    const { rows } = await this.pool.query<{ chosen: object | null }>(
      'SELECT jsonb_object_agg(key, value) AS chosen FROM user_preferences WHERE user_id = $1',
      [userId],
    );
    return preferencesFrom(rows[0]!.chosen);
  }

  /** Stages a choice. Throws VALIDATION_ERROR where the preference takes no such value. */
  choose(userId: string, key: PreferenceKey, value: unknown): void {
    const fault = faultOf(key, value);
    if (fault) throw invalid('value', fault);
    this.unit.stage({
      sql: `INSERT INTO user_preferences (user_id, key, value, set_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (user_id, key) DO UPDATE SET value = $3, set_at = $4`,
      parameters: [userId, key, JSON.stringify(value), this.clock.now()],
      expectedRows: 1,
    });
  }
}

/** The preferences that follow from stored choices. Choices that this version does not know are left out. */
export function preferencesFrom(chosen: object | null): PreferenceValues {
  const known = Object.entries(chosen ?? {}).filter(
    ([key, value]) => Object.hasOwn(DEFAULTS, key) && faultOf(key as PreferenceKey, value) === null,
  );
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}

function faultOf(key: PreferenceKey, value: unknown): string | null {
  if (key === 'language')
    return (LANGUAGES as readonly unknown[]).includes(value)
      ? null
      : `value must be one of ${LANGUAGES.join(', ')}.`;
  return typeof value === 'boolean' ? null : 'value must be true or false.';
}
