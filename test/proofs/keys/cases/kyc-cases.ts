import type { Cases } from './case';
import type { Cast } from './cast';

let last = 22_500_000_000;

/** Actions of people about their identity. */
export function kycCases(cast: Cast): Cases {
  return {
    '/api/kyc.php/verify-bvn': {
      path: 'kyc.php?action=verify-bvn',
      prepare: async () => {
        const person = await cast.platform.signUp();
        const [bvn, other] = [String((last += 1)), String((last += 1))];
        return {
          body: { bvn },
          otherBody: { bvn: other },
          credential: cast.tokenOf(person),
          mayBeLost: true,
          effects: () =>
            cast.count(`bvn_verifications WHERE status = 'verified' AND user_id = $1`, person.id),
        };
      },
    },
  };
}
