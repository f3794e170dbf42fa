import type { StoredEvent } from '@app/write-path';
import type { Addressee, Facts, Notice, Words } from './notice';
import { buyerOf, financeStaff, payeeOf } from './parties';

type Data = StoredEvent['data'];

/** A buyer without an account has no more than an address, where even that is known. */
function initiator({ data }: StoredEvent): Addressee[] {
  if (data.initiatorId) return [{ ownerId: data.initiatorId as string }];
  return data.initiatorEmail ? [{ email: data.initiatorEmail as string }] : [];
}
const beneficiary = ({ data }: StoredEvent): Addressee[] => [{ ownerId: data.beneficiaryId as string }];
const both = (event: StoredEvent): Addressee[] => [...initiator(event), ...beneficiary(event)];

/** Which escrow, and who is who in it. */
const terms = (data: Data): Facts => ({
  ...{ uuid: data.uuid, amount: data.amount, to: `@${data.beneficiary}` },
  from: data.initiatorId ? `@${data.initiator}` : (data.initiator ?? null),
  session_id: data.checkoutSessionId ?? null,
});
const returned = ({ settlement }: Data): Facts => ({
  ...{ returned: settlement.initiator.returned, through: settlement.initiator.way.through },
});
const dispute = (data: Data): Facts => ({ dispute_uuid: data.disputeId, raised_by: data.raisedBy });

const reference = (f: Words): [string, string][] => [['Escrow', f.uuid!]];
const numero = (f: Words): [string, string][] => [['Séquestre', f.uuid!]];
const buyer = (f: Words) => f.from || 'The buyer';
const acheteur = (f: Words) => f.from || 'L’acheteur';
const raiser = (f: Words) => (f.raised_by === 'initiator' ? buyer(f) : f.to);
const plaignant = (f: Words) => (f.raised_by === 'initiator' ? acheteur(f) : f.to);
const wayBack = (f: Words) =>
  f.through === 'wallet' ? 'are back in the wallet' : 'go back the way they were paid';
const retour = (f: Words) =>
  f.through === 'wallet' ? 'sont de retour dans le portefeuille' : 'repartent par le moyen du paiement';

/** What people are told of escrows. Disputes concern everybody's money, so those mails are not switched off. */
export const ESCROW_NOTICES: readonly Notice[] = [
  {
    type: 'escrow.locked',
    when: 'escrow.funded',
    to: ({ data }) => (data.initiatorId ? [{ ownerId: data.initiatorId }] : []),
    facts: ({ data }) => ({ uuid: data.uuid, amount: data.amount, fee: data.fee, to: data.beneficiary }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `${f.amount} locked in escrow`,
        body: `${f.amount} for @${f.to} are held in escrow until you release them.`,
        rows: [['Fee', f.fee!]],
      }),
      fr: (f) => ({
        title: `${f.amount} placés sous séquestre`,
        body: `${f.amount} destinés à @${f.to} sont sous séquestre jusqu’à ce que vous les libériez.`,
        rows: [['Frais', f.fee!]],
      }),
    },
  },
  {
    type: 'escrow.portal',
    when: 'escrow.funded',
    to: (event) => (event.data.initiatorId ? [] : initiator(event)),
    facts: async ({ data }, tx) => ({ ...terms(data), payee: await payeeOf(data.checkoutSessionId, tx) }),
    inbox: false,
    mail: 'essential',
    secret: 'escrow-portal',
    text: {
      en: (f) => ({
        title: `${f.amount} held in escrow for ${f.payee}`,
        body: `Your payment reaches ${f.payee} when you release it, and not before. Keep this mail to yourself: whoever has the link below acts for you.`,
        rows: reference(f),
      }),
      fr: (f) => ({
        title: `${f.amount} sous séquestre pour ${f.payee}`,
        body: `Votre paiement revient à ${f.payee} lorsque vous le libérez, pas avant. Gardez ce message pour vous : qui possède le lien ci-dessous agit à votre place.`,
        rows: numero(f),
      }),
    },
  },
  {
    type: 'escrow.funded',
    when: 'escrow.funded',
    // One paid by a checkout is told of as a payment.
    to: ({ data }) => (data.checkoutSessionId ? [] : [{ ownerId: data.beneficiaryId }]),
    facts: ({ data }) => ({ uuid: data.uuid, amount: data.amount, from: data.initiator }),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `${f.amount} held in escrow for you`,
        body: `@${f.from} locked ${f.amount} for you. They reach your wallet when @${f.from} releases them.`,
      }),
      fr: (f) => ({
        title: `${f.amount} sous séquestre pour vous`,
        body: `@${f.from} a bloqué ${f.amount} pour vous. Ils rejoindront votre portefeuille quand @${f.from} les libérera.`,
      }),
    },
  },
  {
    type: 'escrow.released',
    when: 'escrow.released',
    to: beneficiary,
    facts: ({ data }) => terms(data),
    inbox: true,
    mail: 'email_money',
    text: {
      en: (f) => ({
        title: `${f.amount} released to you`,
        body: `${buyer(f)} released ${f.amount} from escrow. They are in your wallet and can be spent.`,
        rows: reference(f),
      }),
      fr: (f) => ({
        title: `${f.amount} libérés pour vous`,
        body: `${acheteur(f)} a libéré ${f.amount} du séquestre. Ils sont dans votre portefeuille, disponibles.`,
        rows: numero(f),
      }),
    },
  },
  {
    type: 'escrow.release-receipt',
    when: 'escrow.released',
    to: initiator,
    facts: ({ data }) => terms(data),
    inbox: true,
    mail: 'essential',
    secret: 'escrow-portal',
    text: {
      en: (f) => ({
        title: `You released ${f.amount}`,
        body: `${f.amount} went from escrow to ${f.to}. That cannot be undone.`,
        rows: reference(f),
      }),
      fr: (f) => ({
        title: `Vous avez libéré ${f.amount}`,
        body: `${f.amount} sont passés du séquestre à ${f.to}. C’est définitif.`,
        rows: numero(f),
      }),
    },
  },
  {
    type: 'escrow.cancelled',
    when: 'escrow.cancelled',
    to: both,
    facts: ({ data }) => ({ ...terms(data), ...returned(data) }),
    inbox: true,
    mail: 'essential',
    secret: 'escrow-portal',
    text: {
      en: (f) => ({
        title: `Escrow of ${f.amount} cancelled`,
        body: `${f.to} gave the money back: ${f.returned}, the fee included, ${wayBack(f)}.`,
        rows: reference(f),
      }),
      fr: (f) => ({
        title: `Séquestre de ${f.amount} annulé`,
        body: `${f.to} a rendu l’argent : ${f.returned}, frais compris, ${retour(f)}.`,
        rows: numero(f),
      }),
    },
  },
  {
    type: 'escrow.disputed',
    when: 'escrow.disputed',
    to: both,
    facts: ({ data }) => ({
      ...{ ...terms(data), ...dispute(data), reason: { said: data.reason } },
      resolve_by: { at: data.resolveBy },
    }),
    inbox: true,
    mail: 'essential',
    secret: 'escrow-portal',
    text: {
      en: (f) => ({
        title: `Escrow of ${f.amount} is disputed`,
        body: `${raiser(f)} raised a dispute${f.reason ? `: “${f.reason}”` : ''}. Our staff decide by ${f.resolve_by}; until then nobody moves the money, and the other party may answer.`,
        rows: reference(f),
      }),
      fr: (f) => ({
        title: `Séquestre de ${f.amount} en litige`,
        body: `${plaignant(f)} a ouvert un litige${f.reason ? ` : « ${f.reason} »` : ''}. Notre équipe tranchera avant le ${f.resolve_by} ; d’ici là, personne ne touche à l’argent, et l’autre partie peut répondre.`,
        rows: numero(f),
      }),
    },
  },
  {
    type: 'escrow.dispute-answered',
    when: 'escrow.dispute-answered',
    to: (event) => (event.data.raisedBy === 'initiator' ? initiator(event) : beneficiary(event)),
    facts: ({ data }) => ({ ...terms(data), ...dispute(data), response: { said: data.response } }),
    inbox: true,
    mail: 'essential',
    secret: 'escrow-portal',
    text: {
      en: (f) => ({
        title: `Your dispute about ${f.amount} was answered`,
        body: `The other party gave its side${f.response ? `: “${f.response}”` : ''}. Our staff take it into account.`,
        rows: reference(f),
      }),
      fr: (f) => ({
        title: `Une réponse à votre litige sur ${f.amount}`,
        body: `L’autre partie a donné sa version${f.response ? ` : « ${f.response} »` : ''}. Notre équipe en tient compte.`,
        rows: numero(f),
      }),
    },
  },
  {
    type: 'escrow.resolved',
    when: 'escrow.resolved',
    to: both,
    facts: ({ data }) => ({
      ...{ ...terms(data), ...returned(data), resolution: data.resolution },
      beneficiary_amount: data.settlement.beneficiary.amount,
    }),
    inbox: true,
    mail: 'essential',
    secret: 'escrow-portal',
    text: {
      en: (f) => ({
        title: `Dispute about ${f.amount} resolved`,
        body: `Our staff have decided: ${decided(f)}`,
        rows: reference(f),
      }),
      fr: (f) => ({
        title: `Litige sur ${f.amount} tranché`,
        body: `Notre équipe a décidé : ${tranche(f)}`,
        rows: numero(f),
      }),
    },
  },
  {
    type: 'escrow.overdue',
    when: 'escrow.overdue',
    to: both,
    facts: ({ data }) => ({ ...terms(data), deadline_at: { at: data.deadlineAt } }),
    inbox: true,
    mail: 'essential',
    secret: 'escrow-portal',
    text: {
      en: (f) => ({
        title: `Deadline of an escrow of ${f.amount} has passed`,
        body: `It was ${f.deadline_at}. No money has moved: ${buyer(f)} can still release it, ${f.to} can give it back, and either can raise a dispute.`,
        rows: reference(f),
      }),
      fr: (f) => ({
        title: `Échéance passée d’un séquestre de ${f.amount}`,
        body: `C’était le ${f.deadline_at}. L’argent n’a pas bougé : ${acheteur(f)} peut encore le libérer, ${f.to} le rendre, et chacun ouvrir un litige.`,
        rows: numero(f),
      }),
    },
  },
  {
    type: 'escrow.refund-sent',
    when: 'checkout.unapplied-payment-refunded',
    to: ({ data }, tx) => (data.reason === 'escrow-returned' ? buyerOf(data.sessionId, tx) : []),
    facts: async ({ data }, tx) => ({
      ...{ session_id: data.sessionId, amount: data.amount, payee: await payeeOf(data.sessionId, tx) },
    }),
    inbox: false,
    mail: 'essential',
    text: {
      en: (f) => ({
        title: `Refund: ${f.amount}`,
        body: `${f.amount} of what ${f.payee} held in escrow went back the way you paid.`,
        rows: [['Reference', f.session_id!]],
      }),
      fr: (f) => ({
        title: `Remboursement : ${f.amount}`,
        body: `${f.amount} placés sous séquestre auprès de ${f.payee} vous sont rendus par le même moyen.`,
        rows: [['Référence', f.session_id!]],
      }),
    },
  },
  {
    type: 'escrow.dispute-late',
    when: 'escrow.dispute-late',
    to: (_, tx) => financeStaff(tx),
    facts: ({ data }) => ({ ...terms(data), ...dispute(data), resolve_by: { at: data.resolveBy } }),
    inbox: true,
    mail: 'essential',
    text: {
      en: (f) => ({
        title: `A dispute about ${f.amount} is late`,
        body: `It was to be resolved by ${f.resolve_by}. See admin.php?section=escrow&action=disputes.`,
        rows: [['Dispute', f.dispute_uuid!]],
      }),
      fr: (f) => ({
        title: `Un litige sur ${f.amount} est en retard`,
        body: `Il devait être tranché avant le ${f.resolve_by}. Voir admin.php?section=escrow&action=disputes.`,
        rows: [['Litige', f.dispute_uuid!]],
      }),
    },
  },
];

function decided(f: Words): string {
  if (f.resolution === 'release') return `${f.amount} are ${f.to}’s.`;
  if (f.resolution === 'refund') return `${f.returned}, the fee included, ${wayBack(f)}.`;
  return `${f.beneficiary_amount} are ${f.to}’s, and ${f.returned} ${wayBack(f)}.`;
}

function tranche(f: Words): string {
  if (f.resolution === 'release') return `${f.amount} reviennent à ${f.to}.`;
  if (f.resolution === 'refund') return `${f.returned}, frais compris, ${retour(f)}.`;
  return `${f.beneficiary_amount} reviennent à ${f.to}, et ${f.returned} ${retour(f)}.`;
}
