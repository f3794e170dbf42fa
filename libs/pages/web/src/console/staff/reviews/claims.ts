import { type ActionName } from '../../actions';
import { call, faultOf, me, type Page, read, type Refusal, t, useEffect, useState } from '../../kit';

export const claimant = (id: string): string =>
  t(id === me.value!.user.id ? 'reviews.claimed.you' : 'reviews.claimed.other');

interface Claimed {
  claimed_by: string | null;
}

interface Claim {
  /** Whether a colleague is at work on it. */
  isOfOther: boolean;
  fault: Refusal | null;
  /** Shows the others that the reader reviews it, though a colleague said so before. */
  take: () => void;
}

/**
 * Shows the others that the reader reviews an object, as soon as it is open; a claim of a colleague is kept until the
 * reader takes it. null as fields: it is not claimed.
 */
export function useClaim(action: ActionName, fields: object | null, claimedBy: string | null): Claim {
  const [by, setBy] = useState(claimedBy);
  const [fault, setFault] = useState<Refusal | null>(null);
  const isOfOther = by !== null && by !== me.value!.user.id;
  const key = fields && JSON.stringify(fields);
  const take = () => {
    call<Claimed>(action, { body: fields! }).then(
      (claimed) => setBy(claimed.claimed_by),
      (error: unknown) => setFault(faultOf(error)),
    );
  };
  useEffect(() => {
    if (key !== null && !isOfOther) take();
  }, [key]);
  return { isOfOther, fault, take };
}

interface Waiting extends Claimed {
  [field: string]: unknown;
}

/** The first object of a queue beside this one that no colleague is at work on. */
export async function nextOf<Row extends Waiting>(
  queue: ActionName,
  isThis: (row: Row) => boolean,
): Promise<Row | undefined> {
  const { data } = await read<Page<Row>>(queue, { per_page: 25 });
  return data.find(
    (row) => !isThis(row) && (row.claimed_by === null || row.claimed_by === me.value!.user.id),
  );
}
