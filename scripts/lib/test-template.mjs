import { randomBytes } from 'node:crypto';
import { migrate } from './database.mjs';
import { loadDriver } from './pg-place.mjs';

/** Migrates a new database once and closes it, so that it can be cloned by copying files. */
export async function makeTemplate(serverUrl) {
  const name = `template_${process.pid}_${randomBytes(3).toString('hex')}`;
  await ask(serverUrl, `CREATE DATABASE "${name}"`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    await migrate({ ...process.env, DATABASE_URL: url.href });
    await ask(serverUrl, `ALTER DATABASE "${name}" WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } catch (error) {
    await dropTemplate(serverUrl, name);
    throw error;
  }
  return name;
}

export async function dropTemplate(serverUrl, name) {
  if (!serverUrl || !name) return;
  await ask(serverUrl, `ALTER DATABASE "${name}" WITH IS_TEMPLATE false`);
  await ask(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

async function ask(serverUrl, statement) {
  const client = new (loadDriver().Client)({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
