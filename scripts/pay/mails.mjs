import { mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { loadEnv } from '../lib/env.mjs';
import { ROOT } from '../lib/paths.mjs';
import { Refusal, say } from '../lib/say.mjs';
import { onAskedToEnd } from '../lib/signals.mjs';
import { UsageError } from './command-line.mjs';

const SHOWN = 5;
const CODE_WITHIN_MS = 30_000;
/** In a mail a code has a line of its own. */
const MAILED_CODE = /^ {4}(\d{6})$/m;
const TEXTED_CODE = /\b(\d{6})\b/;

/**
 * `pay mails`: prints the newest mails and text messages of this machine, the newest last. With --follow it goes on with
 * those that are sent, with --code it prints the newest code alone and waits for one.
 */
export async function mails({ to, code, follow }) {
  if (code && follow) throw new UsageError('--code and --follow do not go together.');
  const { NODE_ENV, MAILS_DIR = '.data/mails' } = loadEnv();
  if (NODE_ENV === 'production') throw new Refusal('Mails are kept in development only.');
  const folder = path.resolve(ROOT, MAILS_DIR);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const messages = () => messagesIn(folder).filter((message) => !to || message.to === to);
  if (code) return say(await newestCode(folder, messages, to));
  const found = messages();
  for (const message of found.slice(-SHOWN)) say(blockOf(message));
  if (follow) return followed(folder, messages, found);
  if (found.length === 0) say(`No mail or text message was sent${to ? ` to ${to}` : ''} yet.`);
}

function messagesIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => readIfThere(path.join(folder, name)));
}

/** The oldest messages are deleted meanwhile. */
function readIfThere(file) {
  try {
    return [JSON.parse(readFileSync(file, 'utf8'))];
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function newestCode(folder, messages, to) {
  return new Promise((resolve, reject) => {
    const end = (settle, value) => {
      clearTimeout(limit);
      watcher.close();
      settle(value);
    };
    const look = () => {
      const found = messages().map(codeOf).findLast(Boolean);
      if (found) end(resolve, found);
    };
    const watcher = watch(folder, look);
    const limit = setTimeout(
      () => end(reject, new Refusal(`No code was sent${to ? ` to ${to}` : ''}: is \`npm start\` running?`)),
      CODE_WITHIN_MS,
    );
    look();
  });
}

function followed(folder, messages, earlier) {
  onAskedToEnd((exitCode) => process.exit(exitCode));
  const shown = new Set(earlier.map(({ id }) => id));
  const look = () => {
    for (const message of messages()) {
      if (shown.has(message.id)) continue;
      shown.add(message.id);
      say(blockOf(message));
    }
  };
  watch(folder, look);
  look();
  say('Waiting for the next one. Ctrl-C ends it.');
}

/** A line with time, receiver and subject, and the text below it. */
function blockOf({ sent_at: at, to, subject, text }) {
  const head = `${at.slice(0, 19).replace('T', ' ')}  ${to}  ${subject ?? 'Text message'}`;
  return `${head}\n\n${text.trimEnd().replaceAll(/^(?=.)/gm, '    ')}\n`;
}

/** The code that a message tells; undefined if it has none. */
function codeOf({ subject, text }) {
  return (subject === null ? TEXTED_CODE : MAILED_CODE).exec(text)?.[1];
}
