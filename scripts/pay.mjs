#!/usr/bin/env node
/** `npm run pay -- <command>`: events and mails in the terminal of a merchant's developer. */
import { UsageError, readCommand } from './pay/command-line.mjs';
import { help } from './pay/help.mjs';
import { listen } from './pay/listen.mjs';
import { mails } from './pay/mails.mjs';
import { resend } from './pay/resend.mjs';
import { tail } from './pay/tail.mjs';
import { trigger } from './pay/trigger.mjs';
import { explain, say } from './lib/say.mjs';

const COMMANDS = { listen, trigger, 'events tail': tail, 'events resend': resend, mails };
const FAILED = 1;
const MISUSED = 2;

try {
  const { name, options, given } = readCommand(process.argv.slice(2));
  if (options.help || !name) say(help(name));
  else await COMMANDS[name](options, given);
  if (!name && !options.help) process.exitCode = MISUSED;
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\`pay --help\` shows what there is.\n`);
    process.exitCode = MISUSED;
  } else {
    explain(error);
    process.exitCode = FAILED;
  }
}
