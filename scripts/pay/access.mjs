import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DATA } from '../lib/paths.mjs';
import { Refusal } from '../lib/say.mjs';
import { UsageError } from './command-line.mjs';

const HOSTS = { live: 'http://127.0.0.1:3001', test: 'http://127.0.0.1:3003' };

/** The key to use, its mode, and the address of its host. */
export function accessOf({ key: given, app, api }, env = process.env) {
  if (app !== undefined && app !== 'test' && app !== 'live') throw new UsageError('--app is test or live.');
  const named = given ?? env.PAY_API_KEY;
  const demo = demoData(env);
  const key = named || demo?.merchant?.[app ?? 'test']?.secret_key;
  if (!key) {
    throw new Refusal(
      'There is no key: give --key or PAY_API_KEY, or run `npm start`, which makes a demo merchant.',
    );
  }
  const mode = modeOf(key);
  if (app && app !== mode) throw new UsageError(`--app ${app} does not go with a ${mode} key.`);
  return { key, mode, base: addressOf(api ?? (env.PAY_API_URL || hostOf(demo, mode))) };
}

function modeOf(key) {
  if (key.startsWith('sk_live_')) return 'live';
  if (key.startsWith('sk_test_') || key.startsWith('ck_sec_')) return 'test';
  throw new Refusal('That is no secret key: those begin with sk_live_ or sk_test_.');
}

function hostOf(demo, mode) {
  return demo?.hosts?.[mode === 'live' ? 'business' : 'sandbox'] ?? HOSTS[mode];
}

function addressOf(text) {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`${text} is no address of an API.`);
  return text;
}

function demoData({ DEMO_FILE }) {
  const file = DEMO_FILE ?? path.join(DATA, 'demo.json');
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Refusal(`${file} cannot be read as JSON.`);
  }
}
