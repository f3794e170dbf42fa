import type { Scene, SceneOptions } from '../support/figures';
import type { Server } from '../support/server';
import { actingScene } from './acting';
import { billingYearScene } from './billing-year';
import { deliveriesScene } from './deliveries';
import { duesScene } from './dues';
import { engineScene } from './engine';
import { exportsScene } from './exports';
import { findScene } from './find';
import { historyScene } from './history';
import { journalScene } from './journal';
import { listsScene } from './lists';
import { payoutsScene } from './payouts';
import { pdfHeapScene, pdfScene } from './pdf';
import { renewalsScene } from './renewals';
import { reportsScene } from './reports';
import { stackScene } from './stack';
import { strictInputScene } from './strict-input';
import { throttlerScene } from './throttler';
import { transfersBesideRenewalsScene } from './transfers-beside-renewals';
import { transfersScene } from './transfers';
import { walletsScene } from './wallets';

type SceneName =
  | 'acting'
  | 'transfers'
  | 'dues'
  | 'payouts'
  | 'engine'
  | 'stack'
  | 'find'
  | 'history'
  | 'lists'
  | 'wallets'
  | 'journal'
  | 'deliveries'
  | 'throttler'
  | 'reports'
  | 'exports'
  | 'pdf'
  | 'pdf-heap'
  | 'renewals'
  | 'transfers-beside-renewals'
  | 'billing-year'
  | 'strict-input';

export const SCENES: Record<SceneName, (server: Server, options: SceneOptions) => Promise<Scene>> = {
  acting: actingScene,
  transfers: transfersScene,
  dues: duesScene,
  payouts: payoutsScene,
  engine: engineScene,
  stack: stackScene,
  find: findScene,
  history: historyScene,
  lists: listsScene,
  wallets: walletsScene,
  journal: journalScene,
  deliveries: deliveriesScene,
  throttler: throttlerScene,
  reports: reportsScene,
  exports: exportsScene,
  pdf: pdfScene,
  'pdf-heap': pdfHeapScene,
  renewals: renewalsScene,
  'transfers-beside-renewals': transfersBesideRenewalsScene,
  'billing-year': billingYearScene,
  'strict-input': strictInputScene,
};

/** One ratio: a figure divided by another figure of the same scene. */
export interface Row {
  name: string;
  says: string;
  scene: SceneName;
  of: string;
  over: string;
  target: { atLeast: number } | { atMost: number };
  unit: '/s' | ' ms' | ' MB';
}

const PER_SECOND = { scene: 'transfers', unit: '/s' } as const;
const REPORTS = { scene: 'reports', unit: ' ms' } as const;
const RENEWALS = { scene: 'renewals', unit: '/s' } as const;
const STRICT_INPUT = { scene: 'strict-input', unit: '/s' } as const;
const LATENCY = { scene: 'transfers', unit: ' ms' } as const;

export const ROWS: Row[] = [
  {
    name: 'one-process',
    ...PER_SECOND,
    of: 'http',
    over: 'pgbench',
    target: { atLeast: 1 },
    says: 'transfers over HTTP, one process : the posting function alone, pgbench with 64 clients',
  },
  {
    name: 'two-processes',
    ...PER_SECOND,
    of: 'http-two',
    over: 'pgbench',
    target: { atLeast: 1.5 },
    says: 'transfers over HTTP, two processes : the posting function alone, pgbench with 64 clients',
  },
  {
    name: 'pgledger',
    ...PER_SECOND,
    of: 'http',
    over: 'pgledger',
    target: { atLeast: 3 },
    says: 'transfers over HTTP : pgledger, one transfer without fee, outbox or key, pgbench with 32 clients',
  },
  {
    name: 'plain',
    ...PER_SECOND,
    of: 'http',
    over: 'plain',
    target: { atLeast: 25 },
    says: 'transfers over HTTP : the same from NestJS, Express and TypeORM as documented',
  },
  {
    name: 'plain-merchant',
    ...PER_SECOND,
    of: 'http-merchant',
    over: 'plain-merchant',
    target: { atLeast: 50 },
    says: 'all people pay one merchant : the same from NestJS, Express and TypeORM',
  },
  {
    name: 'merchant',
    ...PER_SECOND,
    of: 'http-merchant',
    over: 'http',
    target: { atLeast: 0.9 },
    says: 'all people pay one merchant : each person pays a random other one',
  },
  {
    name: 'lone',
    ...LATENCY,
    of: 'one-p50',
    over: 'one-unbatched-p50',
    target: { atMost: 1.3 },
    says: 'median of one connection : the same without group commit',
  },
  {
    name: 'tail',
    ...LATENCY,
    of: 'many-p99',
    over: 'many-p50',
    target: { atMost: 4 },
    says: '99th percentile of 64 connections : their median',
  },
  {
    name: 'remembered',
    ...PER_SECOND,
    of: 'http',
    over: 'http-asking',
    target: { atLeast: 1 },
    says: 'transfers over HTTP, callers remembered : asked for each time',
  },
  {
    name: 'lone-remembered',
    ...LATENCY,
    of: 'one-p50',
    over: 'one-asking-p50',
    target: { atMost: 1 },
    says: 'median of one connection, its caller remembered : asked for each time',
  },
  {
    name: 'requests',
    scene: 'dues',
    of: 'requests',
    over: 'transfers',
    unit: '/s',
    target: { atLeast: 0.5 },
    says: 'payment requests paid over HTTP : transfers over HTTP',
  },
  {
    name: 'sessions',
    scene: 'dues',
    of: 'sessions',
    over: 'transfers',
    unit: '/s',
    target: { atLeast: 0.4 },
    says: 'checkout sessions paid from wallets over HTTP : transfers over HTTP',
  },
  {
    name: 'refunds',
    scene: 'dues',
    of: 'refunds',
    over: 'transfers',
    unit: '/s',
    target: { atLeast: 0.15 },
    says: 'sessions refunded to wallets over HTTP : transfers over HTTP',
  },
  {
    name: 'acting',
    scene: 'acting',
    of: 'acting',
    over: 'own',
    unit: '/s',
    target: { atLeast: 0.97 },
    says: 'balances read in a session of a team member : in a session of the owner',
  },
  {
    name: 'payroll',
    scene: 'dues',
    of: 'payroll-rows',
    over: 'transfers',
    unit: '/s',
    target: { atLeast: 1 },
    says: 'rows of payrolls of 100 paid over HTTP : transfers over HTTP',
  },
  {
    name: 'payouts',
    scene: 'payouts',
    of: 'withdrawals',
    over: 'transfers-beside',
    unit: '/s',
    target: { atLeast: 0.5 },
    says: 'withdrawals initiated over HTTP : transfers over HTTP',
  },
  {
    name: 'payouts-one-owner',
    scene: 'payouts',
    of: 'withdrawals-one-owner',
    over: 'withdrawals',
    unit: '/s',
    target: { atLeast: 0.9 },
    says: 'withdrawals of one owner over HTTP : withdrawals of many',
  },
  {
    name: 'engine-counting',
    scene: 'engine',
    of: 'engine-counting',
    over: 'engine-uncounted',
    unit: '/s',
    target: { atLeast: 0.98 },
    says: 'group committer, 256 in flight : with a posting function that counts no daily limits',
  },
  {
    name: 'engine-closed',
    scene: 'engine',
    of: 'engine-closed',
    over: 'engine-unclosed',
    unit: '/s',
    target: { atLeast: 0.98 },
    says: 'group committer, 256 in flight : with a posting function that credits closed accounts',
  },
  {
    name: 'engine',
    scene: 'engine',
    of: 'engine',
    over: 'pgbench-batches',
    unit: '/s',
    target: { atLeast: 0.85 },
    says: 'group committer, 256 in flight : pgbench posting batches of 256',
  },
  {
    name: 'stack',
    scene: 'stack',
    of: 'stack',
    over: 'bare',
    unit: '/s',
    target: { atLeast: 0.5 },
    says: 'every gate but the database, over HTTP : Fastify alone',
  },
  {
    name: 'deep-page',
    scene: 'history',
    of: 'page-1000',
    over: 'page-1',
    unit: ' ms',
    target: { atMost: 1.2 },
    says: 'page 1,000 of 500,000 movements, exact total : page 1',
  },
  {
    name: 'find',
    scene: 'find',
    of: 'many',
    over: 'few',
    unit: ' ms',
    target: { atMost: 2 },
    says: 'four searches among 10 million terms : among 10,000',
  },
  {
    name: 'offset',
    scene: 'history',
    of: 'offset-1000',
    over: 'page-1000',
    unit: ' ms',
    target: { atLeast: 20 },
    says: 'page 1,000 by OFFSET and count(*) : as we read it',
  },
  {
    name: 'cursor',
    scene: 'lists',
    of: 'deep',
    over: 'first',
    unit: ' ms',
    target: { atMost: 1.5 },
    says: 'page 1,000 of a list by cursor, with its total : page 1',
  },
  {
    name: 'wallets',
    scene: 'wallets',
    of: 'many-wallets',
    over: 'few-wallets',
    unit: '/s',
    target: { atLeast: 0.85 },
    says: 'transfers between 500,000 wallets (--quick: 50,000) : between 10,000',
  },
  {
    name: 'full-books',
    scene: 'journal',
    of: 'full',
    over: 'empty',
    unit: '/s',
    target: { atLeast: 0.85 },
    says: 'transfers on books of 10,000,000 journals (--quick: 1,000,000) : on new books',
  },
  {
    name: 'deliveries',
    scene: 'deliveries',
    of: 'delivered',
    over: 'posted',
    unit: '/s',
    target: { atLeast: 0.6 },
    says: 'webhook deliveries of one process to 20 endpoints, claimed, signed and recorded : bare signed posts',
  },
  {
    name: 'throttler',
    scene: 'throttler',
    of: 'own',
    over: 'inherited',
    unit: '/s',
    target: { atLeast: 3 },
    says: 'requests counted by the rate limit guard : the same with the canActivate of ThrottlerGuard',
  },
  {
    name: 'pdf',
    scene: 'pdf',
    of: 'drawn',
    over: 'drawn-plainly',
    unit: ' ms',
    target: { atMost: 1.5 },
    says: 'PDF of an invoice of ten lines : the same lines by the table of pdfkit',
  },
  {
    name: 'pdf-median',
    scene: 'pdf',
    of: 'drawn',
    over: 'drawn-allowed',
    unit: ' ms',
    target: { atMost: 1 },
    says: 'median of PDFs of an invoice of ten lines : 25 ms',
  },
  {
    name: 'pdf-mixed',
    scene: 'pdf',
    of: 'drawn-mixed',
    over: 'drawn-latin',
    unit: ' ms',
    target: { atMost: 3 },
    says: 'PDF of 100 lines of 490 characters in five scripts : in Latin letters',
  },
  {
    name: 'pdf-heap',
    scene: 'pdf-heap',
    of: 'heap-after',
    over: 'heap-before',
    unit: ' MB',
    target: { atMost: 1.1 },
    says: 'heap after 10,000 PDFs (--quick: 1,000) : after 100',
  },
  {
    name: 'exports',
    scene: 'exports',
    of: 'exported-rows',
    over: 'copied-rows',
    unit: '/s',
    target: { atLeast: 0.2 },
    says: 'rows of a signed export over HTTP : the same rows by COPY TO STDOUT',
  },
  {
    name: 'exports-stalled',
    scene: 'exports',
    of: 'memory-stalled',
    over: 'memory-before',
    unit: ' MB',
    target: { atMost: 1.1 },
    says: 'memory of the process while two readers of exports stand still : before',
  },
  {
    name: 'overview',
    ...REPORTS,
    of: 'overview-scan',
    over: 'overview',
    target: { atLeast: 10 },
    says: '90 days with the 90 before of a wallet with 10,000,000 movements (--quick: 500,000): a scan : the rollups',
  },
  {
    name: 'overview-behind',
    ...REPORTS,
    of: 'overview-behind',
    over: 'overview',
    target: { atMost: 3 },
    says: 'the same with 10,000 movements that are not folded : with none',
  },
  {
    name: 'rare-page',
    ...REPORTS,
    of: 'rare-page',
    over: 'list-page-1',
    target: { atMost: 2 },
    says: 'page 1,000 (--quick: 200) of a rare type, exact total : page 1 without a filter',
  },
  {
    name: 'search-rare',
    ...REPORTS,
    of: 'search-rare',
    over: 'list-page-1',
    target: { atMost: 10 },
    says: 'the first page of a text that one in 200,000 movements has : page 1 without a filter',
  },
  {
    name: 'search-common',
    ...REPORTS,
    of: 'search-common',
    over: 'list-page-1',
    target: { atMost: 10 },
    says: 'the first page of a text that all movements have : page 1 without a filter',
  },
  {
    name: 'search-absent',
    ...REPORTS,
    of: 'search-absent',
    over: 'list-page-1',
    target: { atMost: 10 },
    says: 'the first page of a text that no movement has : page 1 without a filter',
  },
  {
    name: 'following',
    scene: 'reports',
    of: 'with-follower',
    over: 'without-follower',
    unit: '/s',
    target: { atLeast: 0.95 },
    says: 'transfers while they are sealed and folded : while they are only sealed',
  },
  {
    name: 'folding',
    scene: 'reports',
    of: 'folded-legs',
    over: 'without-follower',
    unit: '/s',
    target: { atLeast: 6 },
    says: 'movements folded : transfers, each of which has two',
  },
  {
    name: 'renewals',
    ...RENEWALS,
    of: 'renewals',
    over: 'renewals-alone',
    target: { atLeast: 4 },
    says: 'subscriptions charged to wallets, one process : each in a transaction of its own, 8 workers',
  },
  {
    name: 'renewals-declined',
    ...RENEWALS,
    of: 'renewals-declined',
    over: 'renewals',
    target: { atLeast: 0.6 },
    says: 'the same with 30 % that the wallet cannot pay : with none',
  },
  {
    name: 'renewals-two',
    ...RENEWALS,
    of: 'renewals-two',
    over: 'renewals-one-merchant',
    target: { atLeast: 0.9 },
    says: 'renewals of one merchant per process, two processes : one process',
  },
  {
    name: 'renewals-two-cores',
    ...RENEWALS,
    of: 'renewals-halves',
    over: 'renewals-half',
    target: { atLeast: 0.9 },
    says: 'the same per process, two processes with half of the cores each : one with half of the cores',
  },
  {
    name: 'renewals-two-many',
    ...RENEWALS,
    of: 'renewals-two-of-many',
    over: 'renewals',
    target: { atLeast: 0.9 },
    says: 'renewals of 100 merchants per process, two processes : one process',
  },
  {
    name: 'renewals-beside',
    scene: 'transfers-beside-renewals',
    of: 'transfers-beside-renewals',
    over: 'transfers-alone',
    unit: ' ms',
    target: { atMost: 3 },
    says: '99th percentile of transfers of 16 connections while 1,000,000 (--quick: 20,000) are due and billed : without',
  },
  {
    name: 'renewals-none',
    scene: 'renewals',
    of: 'looks-at-many',
    over: 'looks-at-few',
    unit: ' ms',
    target: { atMost: 1.5 },
    says: 'a look for due ones that finds none in 10,000,000 subscriptions (--quick: 500,000) : in 100,000',
  },
  {
    name: 'billing-year',
    scene: 'billing-year',
    of: 'year',
    over: 'webhooks-of-a-year',
    unit: ' ms',
    target: { atMost: 3 },
    says: 'a year of 100 monthly subscriptions by the test clock, webhooks included : the webhooks alone',
  },
  {
    name: 'strict-transfer',
    ...STRICT_INPUT,
    of: 'transfer',
    over: 'transfer-unchecked',
    target: { atLeast: 0.98 },
    says: 'transfers over HTTP : without the search for unknown fields',
  },
  {
    name: 'strict-create',
    ...STRICT_INPUT,
    of: 'create',
    over: 'create-unchecked',
    target: { atLeast: 0.98 },
    says: 'checkout sessions created over HTTP : without the search for unknown fields',
  },
  {
    name: 'path-form',
    ...STRICT_INPUT,
    of: 'transfer-path',
    over: 'transfer',
    target: { atLeast: 0.99 },
    says: 'transfers over HTTP, action in the path : in the query',
  },
  {
    name: 'doc-url',
    ...STRICT_INPUT,
    of: 'refusal',
    over: 'refusal-unlinked',
    target: { atLeast: 0.98 },
    says: 'refusals over HTTP : without doc_url',
  },
];
