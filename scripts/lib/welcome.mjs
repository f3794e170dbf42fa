import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { APPS } from './apps.mjs';
import { DATA, ROOT } from './paths.mjs';
import { say } from './say.mjs';

const DEMO = path.join(DATA, 'demo.json');

/** Prints the URLs of the hosts and the demo accounts. */
export function welcome(env, queue) {
  const demo = existsSync(DEMO) ? JSON.parse(readFileSync(DEMO, 'utf8')) : undefined;
  say();
  say(`  console        ${urlOf(env, APPS[0])}/`);
  if (demo?.hosts?.sandbox) say(`  demo shop      ${demo.hosts.sandbox}/demo  (open it, and buy a book)\n`);
  for (const app of APPS) {
    const url = urlOf(env, app);
    say(`  ${app.name.padEnd(14)} ${url.padEnd(26)} ${app.docs ? `docs ${url}/docs` : 'health and metrics'}`);
  }
  say(`  queue          ${queue}`);
  say(`  logs           ${path.join(path.relative(ROOT, DATA), 'logs')}`);
  say(`  mails          ${mails(env)}`);
  if (demo) demoAccounts(demo);
  say();
  say('Ready. Ctrl-C stops everything.');
}

const urlOf = (env, app) => env[app.baseUrlVariable] ?? `http://127.0.0.1:${env[app.portVariable]}`;

/** Where the codes and links are that accounts have to prove their address with. */
function mails({ MAIL, SMTP_URL, NODE_ENV = 'development', BUSINESS_PORT }) {
  if (MAIL === 'smtp') return `sent through ${new URL(SMTP_URL).host}`;
  if (NODE_ENV !== 'development') return 'not sent';
  return `http://127.0.0.1:${BUSINESS_PORT}/mails, or npm run pay -- mails; nothing is sent`;
}

function demoAccounts({ merchant, buyer, staff = {} }) {
  say();
  say(`  Demo accounts (all of them in ${path.relative(ROOT, DEMO)}; demo data, worth nothing)`);
  if (merchant) say(`  merchant       ${merchant.email} / ${merchant.password}`);
  if (buyer) say(`  buyer          ${buyer.email} / ${buyer.password}`);
  for (const [role, person] of Object.entries(staff)) {
    say(`  ${role.padEnd(14)} ${person.email} / ${person.password}`);
  }
  if (staff.finance) say('  codes of staff npm run staff -- code finance');
  if (merchant?.test?.secret_key) say(`  test key       ${merchant.test.secret_key}`);
  say('  webhooks       npm run pay -- listen --forward-to http://localhost:4000/hooks');
}
