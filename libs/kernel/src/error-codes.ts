/** What `docs/reference/errors.md` says about an error code. */
export interface ErrorCodeEntry {
  /** The HTTP statuses of its responses; the usual one first. */
  statuses: readonly number[];
  /** Why the request was refused. */
  cause: string;
  /** What the caller should do. */
  remedy: string;
}

/** Every `error_code` of the API. `DomainError` accepts no other code. */
export const ERROR_CODES = {
  VALIDATION_ERROR: {
    statuses: [400, 422, 408, 431],
    cause:
      'The request or one of its fields is not valid. The status is 422 in variant B (`session.php`), 431 if the headers are larger than 16 kB, and 408 if the request did not arrive within a minute.',
    remedy:
      'Correct the fields that `errors` names and send the request again. The same idempotency key can be used.',
  },
  UNKNOWN_ACTION: {
    statuses: [400],
    cause: 'The file has no action of this name, or `action` or `section` is missing or repeated.',
    remedy: 'Compare the address with the API reference of the host at `/docs`.',
  },
  METHOD_NOT_SUPPORTED: {
    statuses: [400],
    cause: 'The action exists, but not for this HTTP method.',
    remedy: 'Use one of the methods in the `Allow` header of the response.',
  },
  INSUFFICIENT_FUNDS: {
    statuses: [400],
    cause: 'The available balance of the wallet does not cover the amount and its fee.',
    remedy: 'Add money or send a smaller amount, under a new idempotency key.',
  },
  DAILY_LIMIT_EXCEEDED: {
    statuses: [400],
    cause: 'The withdrawal is more than the daily limit of the KYC level of the account still allows.',
    remedy: 'Withdraw less, wait for the next day (UTC), or complete the next KYC level.',
  },
  FX_RATE_UNAVAILABLE: {
    statuses: [400],
    cause: 'No current exchange rate exists for this pair of currencies, or the result is too large.',
    remedy: 'Use the currency of the object, or try again later under a new idempotency key.',
  },
  WIRE_NOT_SUPPORTED: {
    statuses: [400],
    cause: 'Wire accounts can be saved, but withdrawals to them are not offered.',
    remedy: 'Choose another payout method. Nothing was debited.',
  },
  ACCOUNT_NOT_FOUND: {
    statuses: [400],
    cause: '`details.bank_id` does not name a saved payout account of the caller.',
    remedy: 'List the saved accounts and use the id of one of them.',
  },
  ACCOUNT_TOO_NEW: {
    statuses: [400],
    cause: 'The payout account was saved too recently to be withdrawn to.',
    remedy: 'Wait until `usable_at`, or choose another saved account. Nothing was debited.',
  },
  LIMIT_REACHED: {
    statuses: [400],
    cause:
      'A maximum number is reached: of stored objects, of submissions in a period, or of tries of a code.',
    remedy: 'Do what the message says: delete something, ask for a new code, or wait until the period ends.',
  },
  IMMUTABLE_FIELD: {
    statuses: [400],
    cause: 'The request changes a field of a plan that cannot be changed, such as its amount.',
    remedy: 'Create a new plan, and move subscriptions to it with `change-plan`.',
  },
  CONSENT_REQUIRED: {
    statuses: [400],
    cause: '`billing_mode` is `card_token`, and `consent.accepted` is not true.',
    remedy: 'Ask the customer to agree to charges of the card, and send `consent.accepted: true`.',
  },
  CARD_DECLINED: {
    statuses: [400],
    cause: 'The card was declined; `reason` says why.',
    remedy: 'Try again if `tries_left` is present. Otherwise use another card or another payment method.',
  },
  PAYMENT_DECLINED: {
    statuses: [400],
    cause: 'The payment provider or the payer declined the payment; `reason` says why.',
    remedy: 'Start the payment again, or use another payment method.',
  },
  UNAUTHENTICATED: {
    statuses: [401],
    cause: 'The credential is missing, invalid, ended, repeated, or sent in the wrong header.',
    remedy:
      'Send one credential: a secret key in `X-API-Key`, or an access token in `Authorization: Bearer`. Sign in again if a session has ended.',
  },
  INVALID_CREDENTIALS: {
    statuses: [401],
    cause: 'The password or the code of the authenticator app is wrong.',
    remedy: 'Ask the person again. `forgot-password` sets a new password.',
  },
  INVALID_API_KEY: {
    statuses: [401],
    cause: 'The API key is unknown, revoked, or of the wrong kind: public instead of secret, or the reverse.',
    remedy: 'Use a current key of the kind that the API reference names for this action.',
  },
  TOKEN_EXPIRED: {
    statuses: [401],
    cause: 'The access token has expired, 15 minutes after it was issued.',
    remedy: 'Exchange the refresh token for a new pair with `refresh`, and send the request again.',
  },
  TOTP_REQUIRED: {
    statuses: [401],
    cause: 'The account has two-factor authentication, and a current code is required.',
    remedy:
      'Send the code of the authenticator app in `totp_code`. If `step_up` is true, send it to `auth.php?action=step-up` and repeat the request.',
  },
  INVALID_PIN: {
    statuses: [403, 401],
    cause: 'The transaction PIN is wrong. The status is 401 on `payout.php?action=initiate`.',
    remedy: 'Ask the person again. `tries_left` says how many tries are left before the PIN is locked.',
  },
  PIN_NOT_SET: {
    statuses: [403],
    cause: 'The account has no transaction PIN, which this action requires of user sessions.',
    remedy: 'Set a PIN with `settings.php?action=set-pin`.',
  },
  PIN_LOCKED: {
    statuses: [403],
    cause: 'The PIN was wrong five times in a row.',
    remedy: 'Wait for `retry_after` seconds, then try again.',
  },
  SCOPE_MISSING: {
    statuses: [403],
    cause: 'The secret key does not have the scope that the message names.',
    remedy: 'Use a key with this scope, or add the scope to the app.',
  },
  IP_NOT_ALLOWED: {
    statuses: [403],
    cause: 'The app allows requests from certain IP addresses only, and this address is not among them.',
    remedy: 'Send the request from an allowed address, or change `allowed_ips` of the app.',
  },
  TEST_KEY_FORBIDDEN: {
    statuses: [403],
    cause:
      'The request has a test key, which the checkout host refuses and the business host accepts for reads only.',
    remedy: 'Send requests with test keys to the sandbox host, or use a live key.',
  },
  LIVE_KEY_FORBIDDEN: {
    statuses: [403],
    cause: 'The request has a live key, which the sandbox host refuses.',
    remedy: 'Send requests with live keys to the checkout host, or use a test key.',
  },
  SESSION_REQUIRED: {
    statuses: [403],
    cause: 'The action accepts no API key: it belongs to a signed-in person.',
    remedy: 'Sign in, and send the access token in `Authorization: Bearer` instead of the key.',
  },
  ACCOUNT_TYPE_FORBIDDEN: {
    statuses: [403],
    cause: 'The action is for business accounts only.',
    remedy: 'Use a business account.',
  },
  KYC_REQUIRED: {
    statuses: [403],
    cause: 'The account has to prove its e-mail address or identity first; the message says which.',
    remedy:
      'Complete this step with `auth.php?action=verify-email` or `kyc.php`, and send the request again.',
  },
  KYB_REQUIRED: {
    statuses: [403],
    cause: 'The action needs an approved business verification, which this account does not have.',
    remedy: 'Complete the business verification. Test keys in the sandbox need none.',
  },
  FORBIDDEN: {
    statuses: [403],
    cause:
      'The caller is known, but may not do this: the account or wallet is frozen or closed, the role does not allow it, or the public key is limited to other origins.',
    remedy: 'Read the message. Sending the request again unchanged does not help.',
  },
  NOT_FOUND: {
    statuses: [404],
    cause: 'Nothing exists at this address or under this id, or it belongs to another account or mode.',
    remedy: 'Check the id, and that key and host are of the mode (live or test) of the object.',
  },
  CONFLICT: {
    statuses: [409],
    cause: 'The request contradicts something that exists, or that another request is changing.',
    remedy:
      'Read the object again. Send the request again only if it is still right, after `retry_after` if present.',
  },
  INVALID_STATE: {
    statuses: [409],
    cause: 'The state of the object does not allow this step, for example because it is paid or closed.',
    remedy: 'Read the object again and act on its current state.',
  },
  DUPLICATE_SUBSCRIPTION: {
    statuses: [409],
    cause: 'The customer already has an open subscription to this plan.',
    remedy: 'Use the existing subscription, or send `allow_duplicate: true` if a second one is wanted.',
  },
  IDEMPOTENCY_CONFLICT: {
    statuses: [409],
    cause: 'The idempotency key was used for another request within the last 24 hours.',
    remedy: 'Use a new key for a new request, and exactly the same request for a retry.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    statuses: [409],
    cause: 'The first request with this idempotency key is still running.',
    remedy: 'Send the same request again after `retry_after` seconds, under the same key.',
  },
  SESSION_EXPIRED: {
    statuses: [410],
    cause: 'The checkout session has expired, or the payment link no longer accepts payments.',
    remedy: 'Create a new checkout session, or ask the merchant for a new link.',
  },
  BVN_REQUIRED: {
    statuses: [412],
    cause: 'An account number needs a verified Bank Verification Number (BVN), in Nigeria only.',
    remedy: 'Verify the BVN with `kyc.php?action=verify-bvn`.',
  },
  PAYLOAD_TOO_LARGE: {
    statuses: [413],
    cause: 'The body is larger than the action and the credential allow.',
    remedy: 'Send less, for example in several requests.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    statuses: [415],
    cause: 'The body is in another format, encoding or charset than the action reads.',
    remedy: 'Send uncompressed JSON in UTF-8 with `Content-Type: application/json`, or a form to an upload.',
  },
  RATE_LIMITED: {
    statuses: [429],
    cause: 'The caller sent too many requests, codes, messages or payments in a period.',
    remedy: 'Wait for `retry_after` seconds, and send requests more slowly.',
  },
  INTERNAL_ERROR: {
    statuses: [500],
    cause: 'An unexpected error occurred in the service.',
    remedy:
      'Send the request again under the same idempotency key. Give `request_id` to support if it continues.',
  },
  GATEWAY_ERROR: {
    statuses: [502],
    cause: 'A payment provider or registry refused the request, gave no answer, or took another amount.',
    remedy:
      'Read the message and the state of the payment before you try again. Wait for `retry_after` if present.',
  },
  SERVICE_UNAVAILABLE: {
    statuses: [503],
    cause: 'The service or a part of it is not available at the moment.',
    remedy: 'Send the request again after `retry_after` seconds, under the same idempotency key.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

/** The `error_code` of an error response. */
export type ErrorCode = keyof typeof ERROR_CODES;
