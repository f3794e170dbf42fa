/**
 * The kind of a movement `l`: its type; the type that a reversal takes back; and money of an escrow that returns to the
 * person who paid it, which is not received from others.
 */
export const MOVEMENT_KIND = `CASE
    WHEN l.type = 'reversal' THEN 'reversal of ' || coalesce((
      SELECT o.type FROM ledger.journals r JOIN ledger.journals o ON o.id = r.related_id::uuid WHERE r.id = l.journal_id), 'unknown')
    WHEN l.type = 'escrow_release' AND l.amount_minor > 0 AND EXISTS (
      SELECT 1 FROM ledger.journals j JOIN public.escrows e ON e.id = j.related_id::uuid
        JOIN ledger.accounts a ON a.id = l.account_id
       WHERE j.id = l.journal_id AND e.initiator_id = a.owner_id) THEN 'escrow_release returned'
    ELSE l.type END`;

/** Which of the 256 numbers of a block the movements of a group have. */
export const BLOCK_PLACES = `bit_or(set_bit(repeat('0', 256)::bit(256), ((seq - 1) % 256)::int, 1))`;

/** What is searched of a movement: one line in lower case, of its journal `j`. Texts of requests contain no tabs. */
export const MOVEMENT_TEXT = `lower(translate(coalesce(j.description, '') || E'\\t' || coalesce(j.reference, ''), E'\\n', ' '))`;

/** What is searched of a counterparty, the account `u`. */
const COUNTERPARTY_TEXT = `lower(u.usertag || E'\\t' || coalesce(u.business_name, u.first_name || ' ' || u.last_name))`;

/** Whether the name of the counterparty of leg `l` contains a text. */
export const counterpartyHas = (text: string) =>
  `EXISTS (SELECT FROM public.users u WHERE u.id = l.counterparty_id AND strpos(${COUNTERPARTY_TEXT}, ${text}) > 0)`;
