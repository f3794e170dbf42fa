import { mailRecipientByEmail } from '@app/accounts';
import type { StoredEvent } from '@app/write-path';
import { ESCROW_NOTICES } from './escrow-notices';
import type { Notice } from './notice';
import { buyerOf, ownersOf, payeeOf } from './parties';
import { PAYROLL_NOTICES } from './payroll-notices';

const owner = ({ ownerId }: StoredEvent) => [{ ownerId }];
const endpointFacts = ({ data }: StoredEvent) => ({
  ...{ endpoint_id: data.endpointId as string, app_id: data.appId as string, url: data.url as string },
  failing_since: { at: data.failingSince as string },
});

/**
 * Everything people are told, with its texts. An event that is not here is told to nobody. A line more is all that
 * a further notification takes.
 */
export const NOTICES: readonly Notice[] = [
  // --- Money ---------------------------------------------------------------------------------------------------
  {
    type: 'transfer.received',
    when: 'wallet.funds-transferred',
    // One that was asked for is told of as what it is.
    to: ({ data }) => (data.requestId ? [] : [{ ownerId: data.recipient.ownerId }]),
    facts: ({ data }) => ({
      ...{ transaction_id: data.transactionId, amount: data.received, from: data.sender.usertag },
      note: { said: data.note },
    }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `You received ${f.amount}`,
        body: `@${f.from} sent you ${f.amount}${f.note ? `: ${f.note}` : '.'}`,
      }),
      fr: (f) => ({
        title: `Vous avez reçu ${f.amount}`,
        body: `@${f.from} vous a envoyé ${f.amount}${f.note ? ` : ${f.note}` : '.'}`,
      }),
    },
  },
  {
    type: 'request.received',
    when: 'payment-request.made',
    to: ({ data }) => [{ ownerId: data.askedId }],
    facts: ({ data }) => ({
      ...{ request_id: Number(data.requestId), amount: data.amount, from: data.asker },
      ...{ note: { said: data.note }, expires_at: { at: data.expiresAt } },
    }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `@${f.from} asks you for ${f.amount}`,
        body: `@${f.from} asks you to pay ${f.amount}${f.note ? `: ${f.note}` : '.'}`,
        rows: [['Expires', f.expires_at!]],
      }),
      fr: (f) => ({
        title: `@${f.from} vous demande ${f.amount}`,
        body: `@${f.from} vous demande de payer ${f.amount}${f.note ? ` : ${f.note}` : '.'}`,
        rows: [['Expire le', f.expires_at!]],
      }),
    },
  },
  {
    type: 'request.paid',
    when: 'wallet.funds-transferred',
    to: ({ data }) => (data.requestId ? [{ ownerId: data.recipient.ownerId }] : []),
    facts: ({ data }) => ({
      ...{ request_id: Number(data.requestId), transaction_id: data.transactionId },
      ...{ amount: data.sent, received: data.received, from: data.sender.usertag },
    }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `Your request for ${f.amount} was paid`,
        body: `@${f.from} paid your request. ${f.received} reached your wallet.`,
      }),
      fr: (f) => ({
        title: `Votre demande de ${f.amount} a été payée`,
        body: `@${f.from} a payé votre demande. Votre portefeuille a reçu ${f.received}.`,
      }),
    },
  },
  {
    type: 'request.declined',
    when: 'payment-request.declined',
    to: owner,
    facts: ({ data }) => ({ request_id: Number(data.requestId), amount: data.amount, by: data.asked }),
    inbox: true,
    mail: 'none',
    text: {
      en: (f) => ({
        title: `Your request for ${f.amount} was declined`,
        body: `@${f.by} declined to pay ${f.amount}. No money has moved.`,
      }),
      fr: (f) => ({
        title: `Votre demande de ${f.amount} a été refusée`,
        body: `@${f.by} a refusé de payer ${f.amount}. Aucune somme n’a été débitée.`,
      }),
    },
  },
  {
    type: 'deposit.confirmed',
    when: 'deposit.confirmed',
    to: owner,
    facts: ({ data }) => ({
      ...{ transaction_id: data.transactionId, tx_ref: data.txRef, amount: data.amount },
    }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `${f.amount} added to your wallet`,
        body: `Your deposit of ${f.amount} is confirmed and can be spent.`,
        rows: [['Reference', f.tx_ref!]],
      }),
      fr: (f) => ({
        title: `${f.amount} ajoutés à votre portefeuille`,
        body: `Votre dépôt de ${f.amount} est confirmé et disponible.`,
        rows: [['Référence', f.tx_ref!]],
      }),
    },
  },
  {
    type: 'deposit.failed',
    when: 'deposit.declined',
    to: owner,
    facts: ({ data }) => ({ tx_ref: data.txRef, amount: data.amount, reason: { said: data.reason } }),
    inbox: true,
    mail: 'none',
    text: {
      en: (f) => ({
        title: 'Your deposit did not go through',
        body: `The deposit of ${f.amount} was not charged${f.reason ? `: ${f.reason}` : ''}. You may try again.`,
      }),
      fr: (f) => ({
        title: 'Votre dépôt n’a pas abouti',
        body: `Le dépôt de ${f.amount} n’a pas été débité${f.reason ? ` : ${f.reason}` : ''}. Vous pouvez réessayer.`,
      }),
    },
  },
  {
    type: 'transaction.reversed',
    when: 'ledger.journal-reversed',
    to: ({ data }, tx) =>
      ownersOf(
        data.legs.map(({ accountId }: { accountId: string }) => accountId),
        tx,
      ),
    facts: ({ data }) => ({
      ...{ transaction_id: data.reversalId, reversed_transaction_id: data.journalId, amount: data.amount },
    }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `A transaction of ${f.amount} was reversed`,
        body: 'Our staff took a transaction on your account back. Your history shows both.',
        rows: [['Transaction', f.reversed_transaction_id!]],
      }),
      fr: (f) => ({
        title: `Une transaction de ${f.amount} a été annulée`,
        body: 'Notre équipe a annulé une transaction de votre compte. Votre historique montre les deux opérations.',
        rows: [['Transaction', f.reversed_transaction_id!]],
      }),
    },
  },
  {
    type: 'wallet.frozen',
    when: 'ledger.fault-found',
    to: ({ data }, tx) => ownersOf(data.frozen as string[], tx),
    facts: ({ data }) => ({ fault_id: data.faultId }),
    inbox: true,
    mail: 'essential',
    text: {
      en: () => ({
        title: 'Your wallet is on hold',
        body: 'Our checks found something about your wallet that staff have to look at. Until then nothing can be paid from it; money still arrives. Contact support with any question.',
      }),
      fr: () => ({
        title: 'Votre portefeuille est suspendu',
        body: 'Nos contrôles ont relevé un point que notre équipe doit examiner. D’ici là, rien ne peut en être payé ; l’argent y arrive toujours. Contactez le support pour toute question.',
      }),
    },
  },

  {
    type: 'payment.sent',
    when: 'checkout.session-completed',
    to: ({ data }) => (data.payer ? [{ ownerId: data.payer.ownerId }] : []),
    facts: async ({ data }, tx) => ({
      ...{ session_id: data.sessionId, amount: data.charged, payee: await payeeOf(data.sessionId, tx) },
    }),
    inbox: true,
    mail: 'none',
    text: {
      en: (f) => ({
        title: `You paid ${f.amount}`,
        body: `${f.amount} went from your wallet to ${f.payee}.`,
      }),
      fr: (f) => ({
        title: `Vous avez payé ${f.amount}`,
        body: `${f.amount} ont été versés de votre portefeuille à ${f.payee}.`,
      }),
    },
  },

  ...PAYROLL_NOTICES,

  ...ESCROW_NOTICES,

  // --- Payments to a business ----------------------------------------------------------------------------------
  {
    type: 'payment.received',
    when: 'checkout.session-completed',
    to: owner,
    facts: ({ data }) => ({
      ...{ session_id: data.sessionId, amount: data.amount, escrow: data.escrow },
      order_ref: data.orderRef ?? null,
    }),
    inbox: true,
    mail: 'email_payments',
    text: {
      en: (f) => ({
        title: `Payment of ${f.amount} received`,
        body:
          `A customer paid ${f.amount}${f.order_ref ? ` for order ${f.order_ref}` : ''}.` +
          (f.escrow === 'true' ? ' It is held in escrow until the buyer releases it.' : ''),
        rows: [['Session', f.session_id!]],
      }),
      fr: (f) => ({
        title: `Paiement de ${f.amount} reçu`,
        body:
          `Un client a payé ${f.amount}${f.order_ref ? ` pour la commande ${f.order_ref}` : ''}.` +
          (f.escrow === 'true' ? ' La somme est sous séquestre jusqu’à sa libération par l’acheteur.' : ''),
        rows: [['Session', f.session_id!]],
      }),
    },
  },
  {
    type: 'payment.receipt',
    when: 'checkout.session-completed',
    to: ({ data }) => (data.customerEmail ? [{ email: data.customerEmail }] : []),
    facts: async (event, tx) => ({
      ...{ session_id: event.data.sessionId, amount: event.data.amount, charged: event.data.charged },
      ...{ order_ref: event.data.orderRef ?? null, payee: await payeeOf(event.data.sessionId, tx) },
      paid_at: { at: event.data.paidAt },
    }),
    inbox: false,
    mail: 'essential',
    text: {
      en: (f) => ({
        title: `Receipt: ${f.amount} to ${f.payee}`,
        body: `Thank you. Your payment to ${f.payee} was successful.`,
        rows: [
          ['Amount', f.amount!],
          ...(f.charged === f.amount ? [] : ([['Charged', f.charged!]] as [string, string][])),
          ...(f.order_ref ? ([['Order', f.order_ref]] as [string, string][]) : []),
          ['Paid', f.paid_at!],
          ['Reference', f.session_id!],
        ],
      }),
      fr: (f) => ({
        title: `Reçu : ${f.amount} à ${f.payee}`,
        body: `Merci. Votre paiement à ${f.payee} a réussi.`,
        rows: [
          ['Montant', f.amount!],
          ...(f.charged === f.amount ? [] : ([['Débité', f.charged!]] as [string, string][])),
          ...(f.order_ref ? ([['Commande', f.order_ref]] as [string, string][]) : []),
          ['Payé le', f.paid_at!],
          ['Référence', f.session_id!],
        ],
      }),
    },
  },
  {
    type: 'payment.refunded',
    when: 'checkout.unapplied-payment-refunded',
    // What an escrow gave back is told of as such.
    to: (event) => (event.data.reason === 'escrow-returned' ? [] : owner(event)),
    facts: ({ data }) => ({ session_id: data.sessionId, amount: data.amount }),
    inbox: true,
    mail: 'email_payments',
    text: {
      en: (f) => ({
        title: `${f.amount} went back to a buyer`,
        body: `Money that session ${f.session_id} could not take (late, twice, or another amount) was refunded.`,
      }),
      fr: (f) => ({
        title: `${f.amount} remboursés à un acheteur`,
        body: `Une somme que la session ${f.session_id} ne pouvait accepter (trop tard, en double ou d’un autre montant) a été remboursée.`,
      }),
    },
  },
  {
    type: 'refund.receipt',
    when: 'checkout.unapplied-payment-refunded',
    to: ({ data }, tx) => (data.reason === 'escrow-returned' ? [] : buyerOf(data.sessionId, tx)),
    facts: async ({ data }, tx) => ({
      ...{ session_id: data.sessionId, amount: data.amount, payee: await payeeOf(data.sessionId, tx) },
    }),
    inbox: false,
    mail: 'essential',
    text: {
      en: (f) => ({
        title: `Refund: ${f.amount}`,
        body: `Your payment to ${f.payee} could not be accepted, and ${f.amount} went back the way you paid.`,
        rows: [['Reference', f.session_id!]],
      }),
      fr: (f) => ({
        title: `Remboursement : ${f.amount}`,
        body: `Votre paiement à ${f.payee} n’a pas pu être accepté ; ${f.amount} vous sont rendus par le même moyen.`,
        rows: [['Référence', f.session_id!]],
      }),
    },
  },

  // --- For developers ------------------------------------------------------------------------------------------
  {
    type: 'webhook.failing',
    when: 'webhook-endpoint.failing',
    inTestMode: true,
    to: owner,
    facts: endpointFacts,
    inbox: true,
    mail: 'email_developers',
    text: {
      en: (f) => ({
        title: 'A webhook endpoint keeps failing',
        body: `Every delivery to ${f.url} has failed since ${f.failing_since}. After five days it is disabled; see business.php?section=webhooks&action=deliveries for the answers we got.`,
      }),
      fr: (f) => ({
        title: 'Un point de terminaison webhook échoue',
        body: `Toutes les livraisons vers ${f.url} échouent depuis le ${f.failing_since}. Après cinq jours, il sera désactivé ; business.php?section=webhooks&action=deliveries montre les réponses reçues.`,
      }),
    },
  },
  {
    type: 'webhook.disabled',
    when: 'webhook-endpoint.disabled',
    inTestMode: true,
    to: owner,
    facts: endpointFacts,
    inbox: true,
    mail: 'email_developers',
    text: {
      en: (f) => ({
        title: 'A webhook endpoint was disabled',
        body: `Every delivery to ${f.url} had failed since ${f.failing_since}, so we stopped sending. Enable it again with business.php?section=webhooks&action=update once it works.`,
      }),
      fr: (f) => ({
        title: 'Un point de terminaison webhook a été désactivé',
        body: `Toutes les livraisons vers ${f.url} échouaient depuis le ${f.failing_since} ; nous avons cessé les envois. Réactivez-le avec business.php?section=webhooks&action=update une fois réparé.`,
      }),
    },
  },

  // --- Account and security ------------------------------------------------------------------------------------
  {
    type: 'account.verify-email',
    when: 'account.email-code-issued',
    to: owner,
    facts: ({ data }) => ({ code_id: data.codeId }),
    inbox: false,
    mail: 'essential',
    toUnproved: true,
    secret: 'email-code',
    expiresAt: ({ data }) => data.expiresAt as string,
    text: {
      en: () => ({
        title: 'Your verification code',
        body: 'Enter this code to confirm your e-mail address. It is good for ten minutes. We never ask for it by phone or chat.',
      }),
      fr: () => ({
        title: 'Votre code de vérification',
        body: 'Saisissez ce code pour confirmer votre adresse. Il est valable dix minutes. Nous ne le demandons jamais par téléphone ni par messagerie.',
      }),
    },
  },
  {
    type: 'account.password-reset',
    when: 'account.password-reset-requested',
    to: async ({ data }, tx) => {
      const account = await mailRecipientByEmail(tx, data.email as string);
      return account && !account.frozen ? [{ ownerId: account.id }] : [];
    },
    facts: ({ data }) => ({ reset_id: data.resetId }),
    inbox: false,
    mail: 'essential',
    toUnproved: true,
    secret: 'password-reset',
    expiresAt: ({ data }) => data.expiresAt as string,
    text: {
      en: () => ({
        title: 'Set a new password',
        body: 'Somebody asked to set a new password for your account. The link is good for thirty minutes and works once. If it was not you, do nothing: your password stays as it is.',
      }),
      fr: () => ({
        title: 'Choisir un nouveau mot de passe',
        body: 'Quelqu’un a demandé un nouveau mot de passe pour votre compte. Le lien est valable trente minutes et ne sert qu’une fois. Si ce n’était pas vous, ne faites rien : votre mot de passe reste inchangé.',
      }),
    },
  },
  {
    type: 'security.password-changed',
    when: 'account.password-changed',
    to: owner,
    facts: ({ createdAt }) => ({ changed_at: { at: createdAt.toISOString() } }),
    inbox: true,
    mail: 'essential',
    toUnproved: true,
    text: {
      en: (f) => ({
        title: 'Your password was changed',
        body: `Your password was changed on ${f.changed_at}. If it was not you, set a new one at once and contact support.`,
      }),
      fr: (f) => ({
        title: 'Votre mot de passe a été modifié',
        body: `Votre mot de passe a été modifié le ${f.changed_at}. Si ce n’était pas vous, changez-le immédiatement et contactez le support.`,
      }),
    },
  },
  {
    type: 'security.new-sign-in',
    when: 'account.new-device-signed-in',
    to: owner,
    facts: ({ data }) => ({ device: { said: data.device }, ip: data.ip, signed_in_at: { at: data.at } }),
    inbox: true,
    mail: 'essential',
    text: {
      en: (f) => ({
        title: 'New sign-in to your account',
        body: `Somebody signed in on ${f.signed_in_at} from ${f.ip}, on a device that is new to us${f.device ? `: ${f.device}` : ''}. If it was not you, change your password.`,
      }),
      fr: (f) => ({
        title: 'Nouvelle connexion à votre compte',
        body: `Une connexion a eu lieu le ${f.signed_in_at} depuis ${f.ip}, sur un appareil nouveau pour nous${f.device ? ` : ${f.device}` : ''}. Si ce n’était pas vous, changez de mot de passe.`,
      }),
    },
  },
  {
    type: 'security.pin-locked',
    when: 'account.pin-locked',
    to: owner,
    facts: ({ data }) => ({ unlocks_at: { at: data.unlocksAt } }),
    inbox: true,
    mail: 'essential',
    text: {
      en: (f) => ({
        title: 'Your PIN is locked',
        body: `Five wrong PINs in a row were entered on your account. It works again from ${f.unlocks_at}. If it was not you, change your password and your PIN.`,
      }),
      fr: (f) => ({
        title: 'Votre code PIN est bloqué',
        body: `Cinq codes PIN erronés de suite ont été saisis sur votre compte. Il fonctionnera de nouveau à partir du ${f.unlocks_at}. Si ce n’était pas vous, changez de mot de passe et de code PIN.`,
      }),
    },
  },
];

const BY_EVENT = new Map<string, Notice[]>();
for (const notice of NOTICES) BY_EVENT.set(notice.when, [...(BY_EVENT.get(notice.when) ?? []), notice]);
const BY_TYPE = new Map(NOTICES.map((notice) => [notice.type, notice]));

/** What an event gives cause to tell; nothing where it is nobody's business. */
export function noticesOf({ type, mode }: StoredEvent): Notice[] {
  const notices = BY_EVENT.get(type) ?? [];
  return mode === 'live' ? notices : notices.filter(({ inTestMode }) => inTestMode);
}

export function noticeOfType(type: string): Notice | undefined {
  return BY_TYPE.get(type);
}
