/* Written by `npm run docs:api` from docs/openapi. */

export interface components {
    schemas: {
        AcceptRateBody: {
            /**
             * @description The currency whose rate per US dollar is held
             * @enum {string}
             */
            currency: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /**
             * @description The held rate as rates shows it: refused where the held one is more than 2 % from it
             * @example 1540.25
             */
            rate: number | string;
            /** @description Kept in the audit log */
            reason: string;
        };
        AcceptedRate: {
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            rate: string;
            replaced: string | null;
            source: string;
            as_of: string;
            valid_until: string;
        };
        AccountsAccountType: "business" | "personal" | (string & {});
        AddNoteDto: {
            /** @description The id of the object, as `explain` answers it */
            object_id: string;
            /** @description Only staff see it */
            text: string;
        };
        AlertCause: "answer-not-taken" | "beyond-payment" | "contradiction" | "unclear-report" | "unknown-transaction" | (string & {});
        ApproveBody: {
            /** Format: uuid */
            approval_id: string;
            /** @description As show returned it: of the action, its fields and its result */
            digest: string;
        };
        ApproveBrandDto: {
            /** Format: uuid */
            review_id: string;
            /** @description Kept in the audit log, e.g. the papers that were seen */
            reason: string;
        };
        ApproveDocumentBody: {
            /** Format: uuid */
            document_id: string;
            /** @description Kept as a keyed hash */
            document_number?: string;
            /** @description Its last day, YYYY-MM-DD */
            expires_on?: string;
        };
        ApproveKybDto: {
            /** Format: uuid */
            user_id: string;
            /**
             * Format: uuid
             * @description The submission that was read; 409 if another has replaced it
             */
            submission_id: string;
        };
        ApproveNameDto: {
            /** Format: uuid */
            change_id: string;
            /** @description Kept in the audit log, e.g. the papers that were seen */
            reason: string;
        };
        AwaitingApproval: {
            /** @constant */
            success: true;
            /**
             * Format: uuid
             * @description null in a dry run
             */
            approval_id: string | null;
            /** @constant */
            status: "awaiting_approval";
            /** @description The name of its audit entry */
            action: string;
            /** Format: date-time */
            expires_at: string;
            /** @constant */
            dry_run?: true;
            /** @description In a dry run: what the action would answer */
            result?: {
                [key: string]: unknown;
            };
        };
        BrandNameStatus: "approved" | "none" | "pending" | "rejected" | (string & {});
        BrandReview: {
            review_id: string;
            user_id: string;
            usertag: string;
            business_name: string | null;
            kyb_status: string;
            display_name: string | null;
            proposed_name: string;
            /** Format: date-time */
            proposed_at: string;
            logo_url: string | null;
        };
        BvnReview: {
            verification_id: string;
            user_id: string;
            usertag: string;
            why: string;
            /** Format: date-time */
            started_at: string;
        };
        BvnStatus: "failed" | "mismatch" | "pending" | "review" | "starting" | "verified" | (string & {});
        ChargebackAlert: {
            raised_at: string;
            id: string;
            gateway: string;
            provider_id: string;
            stage: number;
            cause: components["schemas"]["AlertCause"];
            detail: string;
            chargeback_id: string | null;
        };
        ChargebackFile: {
            file_id: string;
            bytes: number;
            created_at: string;
        };
        CheckoutRate: {
            base: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            quote: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            rate: string;
            valid_from: string;
            set_by: string;
            live: string | null;
            drift_percent: number | null;
            drifted: boolean;
        };
        ClaimKybDto: {
            /** Format: uuid */
            user_id: string;
        };
        ClearFaultBody: {
            /** Format: uuid */
            fault_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        CompletePayoutBody: {
            /** Format: uuid */
            uuid: string;
            /** @description Of the bank or the provider; each completes one withdrawal */
            reference: string;
            /** @description Kept in the audit log */
            note: string;
        };
        DecideBvnReviewDto: {
            /** Format: uuid */
            verification_id: string;
            /** @description Kept in the audit log, e.g. the papers that were seen */
            reason: string;
        };
        DecideRefundBody: {
            /** @description rf_live_… or rf_test_… */
            refund_id: string;
            /** @description Kept in the audit log */
            reason: string;
            /** @description true: the company was asked, and it has not sent this back; required where an earlier request went unanswered, since the money could go twice */
            not_sent?: boolean;
        };
        DecidedDocument: {
            document_id: string;
            user_id: string;
            doc_type: "address_proof" | "business_registration" | "drivers_license" | "national_id" | "passport" | "selfie" | (string & {});
            tier: components["schemas"]["Tier"];
            status: components["schemas"]["DocumentStatus"];
            final: boolean;
            level: number;
        };
        Decision: {
            approval_id: string;
            status: "awaiting_approval" | "executed" | "expired" | "failed" | "refused" | "withdrawn" | (string & {});
            action: string;
        };
        DecisionBody: {
            /** Format: uuid */
            id: string;
            /** @description Kept in the audit log */
            reason: string;
            /** @description true: the company was asked, and it has not sent this back; required where an earlier request went unanswered, since the money could go twice */
            not_sent?: boolean;
        };
        DeliveryRow: {
            id: string;
            event_id: string;
            event: string;
            app_id: string;
            app_name: string | null;
            webhook_id: string;
            url: string | null;
            status: "delivered" | "failed" | "pending" | (string & {});
            attempts: number;
            /** Format: date-time */
            due_at: string | null;
            /** Format: date-time */
            created_at: string;
            last_attempt: {
                at: string;
                status: number | null;
                latency_ms: number;
                error: string | null;
            } | null;
        };
        Destination: {
            destination: {
                type: "bank" | "extwallet" | "mobile_money" | (string & {});
                account_name: string | null;
                account_number: string | null;
                bank_name: string | null;
                bank_code: string | null;
                branch_code: string | null;
                sort_code: string | null;
                routing_number: string | null;
                account_type: "checking" | "savings" | (string & {}) | null;
                bic: string | null;
                phone: string | null;
                network: string | null;
                email: string | null;
            };
        };
        Dispute: {
            dispute_uuid: string;
            status: "open" | "resolved" | "responded" | (string & {});
            raised_by: components["schemas"]["EscrowRole"];
            reason: string;
            evidence: string | null;
            response: string | null;
            raised_at: string;
            resolve_by: string;
            resolution: "refund" | "release" | "split" | (string & {}) | null;
            beneficiary_amount: number | null;
            initiator_amount: number | null;
            resolution_note: string | null;
            resolved_at: string | null;
        };
        DisputedEscrow: {
            uuid: string;
            status: "disputed" | "funded" | "refunded" | "released" | "resolved_split" | (string & {});
            initiator: components["schemas"]["Guest"] | components["schemas"]["Party"];
            beneficiary: components["schemas"]["Party"];
            amount: number;
            fee: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            description: string | null;
            condition: string | null;
            deadline_at: string | null;
            overdue: boolean;
            is_test: boolean;
            checkout_session_id: string | null;
            dispute: components["schemas"]["Dispute"] | null;
            created_at: string;
            funded_at: string;
            released_at: string | null;
            refunded_at: string | null;
            returned_amount: number;
            returned_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
        };
        DocumentStatus: "approved" | "pending" | "rejected" | "revoked" | "withdrawn" | (string & {});
        EntryKind: "event" | "gateway" | "mail" | "note" | "notice" | "payment" | "posting" | "request" | "staff" | "webhook" | (string & {});
        Error: {
            /** @constant */
            success: false;
            message: string;
            error_code: "VALIDATION_ERROR" | "UNKNOWN_ACTION" | "METHOD_NOT_SUPPORTED" | "INSUFFICIENT_FUNDS" | "DAILY_LIMIT_EXCEEDED" | "FX_RATE_UNAVAILABLE" | "WIRE_NOT_SUPPORTED" | "ACCOUNT_NOT_FOUND" | "ACCOUNT_TOO_NEW" | "LIMIT_REACHED" | "IMMUTABLE_FIELD" | "CONSENT_REQUIRED" | "CARD_DECLINED" | "PAYMENT_DECLINED" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "INVALID_API_KEY" | "TOKEN_EXPIRED" | "TOTP_REQUIRED" | "INVALID_PIN" | "PIN_NOT_SET" | "PIN_LOCKED" | "SCOPE_MISSING" | "IP_NOT_ALLOWED" | "TEST_KEY_FORBIDDEN" | "LIVE_KEY_FORBIDDEN" | "SESSION_REQUIRED" | "ACCOUNT_TYPE_FORBIDDEN" | "KYC_REQUIRED" | "KYB_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "INVALID_STATE" | "DUPLICATE_SUBSCRIPTION" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS" | "SESSION_EXPIRED" | "BVN_REQUIRED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "GATEWAY_ERROR" | "SERVICE_UNAVAILABLE" | (string & {});
            request_id: string;
            /** @description Seconds after which the request may be sent again */
            retry_after?: number;
            /** @description The page about this code */
            doc_url: string;
            /** @description The name of an action or a section that was probably meant */
            did_you_mean?: string;
            errors?: {
                field: string;
                message: string;
                code: "missing_field" | "invalid_field" | "unknown_field" | "repeated_field" | (string & {});
                did_you_mean?: string;
            }[];
            /** @description Variant B only: the status */
            status_code?: number;
        };
        Escrow: {
            uuid: string;
            status: "disputed" | "funded" | "refunded" | "released" | "resolved_split" | (string & {});
            initiator: components["schemas"]["Guest"] | components["schemas"]["Party"];
            beneficiary: components["schemas"]["Party"];
            amount: number;
            fee: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            description: string | null;
            condition: string | null;
            deadline_at: string | null;
            overdue: boolean;
            is_test: boolean;
            checkout_session_id: string | null;
            dispute: components["schemas"]["Dispute"] | null;
            created_at: string;
            funded_at: string;
            released_at: string | null;
            refunded_at: string | null;
        };
        EscrowRole: "beneficiary" | "initiator" | (string & {});
        FailPayoutBody: {
            /** Format: uuid */
            uuid: string;
            /** @description Shown to the owner, and kept in the audit log */
            reason: string;
            /** @description true: the provider was asked, and it has not paid and will not pay this */
            not_delivered?: boolean;
        };
        Fault: {
            id: string;
            check: string;
            row: string;
            detail: string;
            journal_id: string | null;
            accounts: string[];
            /** Format: date-time */
            found_at: string;
        };
        Float: {
            method: components["schemas"]["PayoutMethod"];
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            booked: number;
            provider_balance: number | null;
            difference: number | null;
            compared_at: string | null;
        };
        FoundUser: {
            id: string;
            email: string;
            usertag: string;
            name: string;
            account_type: "business" | "personal" | (string & {});
            staff_role: "admin" | "compliance" | "finance" | "support" | (string & {}) | null;
            frozen: boolean;
            /** Format: date-time */
            created_at: string;
        };
        Frozen: {
            account_id: string;
            owner_id: string;
            code: string;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
        };
        FundFloatBody: {
            /** @enum {string} */
            method: "bank" | "extwallet" | "mobile_money";
            /** @example 2500.5 */
            amount: number | string;
            /** @enum {string} */
            currency: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @description Of the transfer at the bank; each is booked once */
            reference: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        Guest: {
            usertag: null;
            name: string | null;
            email: string | null;
        };
        HeldAction: {
            approval_id: string;
            action: string;
            body: {
                [key: string]: unknown;
            };
            status: "awaiting_approval" | "executed" | "expired" | "failed" | "refused" | "withdrawn" | (string & {});
            maker: {
                id: string;
                name: string | null;
            };
            made_at: string;
            expires_at: string;
            decided_by: {
                id: string;
                name: string | null;
            } | "" | null;
            decided_at: string | null;
            reason: string | null;
            refusal: {
                error_code: string;
                message: string | null;
            } | "" | null;
            may_decide: boolean;
        };
        HeldRate: {
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            rate: string;
            in_force: string;
            change_percent: number;
            source: string;
            as_of: string;
            valid_until: string;
        };
        Hold: {
            id: string;
            cause: "clock_difference" | "interruption" | (string & {});
            seconds: number;
            held_at: string;
        };
        KybQueueEntry: {
            submission_id: string;
            user_id: string;
            usertag: string;
            business_name: string | null;
            country_code: string;
            /** Format: date-time */
            submitted_at: string;
            claimed_by: string | null;
            /** Format: date-time */
            claimed_until: string | null;
        };
        KybSubmissionStatus: "approved" | "pending" | "rejected" | "revoked" | "withdrawn" | (string & {});
        KycDocumentBody: {
            /** Format: uuid */
            document_id: string;
        };
        LedgerFault: {
            check: string;
            row: string;
            detail: string;
        };
        LiveRate: {
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            rate: string;
            source: string;
            as_of: string;
            age_seconds: number;
            valid_until: string;
            stale: boolean;
        };
        Mode: "live" | "test" | (string & {});
        Movement: {
            journal: string;
            seq: number | null;
            type: string;
            amount: string;
            balance_after: string | null;
            /** Format: date-time */
            created_at: string;
        };
        NameChangeStatus: "approved" | "pending" | "rejected" | "withdrawn" | (string & {});
        NameReview: {
            change_id: string;
            user_id: string;
            usertag: string;
            name_before: string;
            name: string;
            bvn_check_open: boolean;
            /** Format: date-time */
            changed_at: string;
        };
        NamedAuditEntry: {
            staff_name: string | null;
            id: string;
            staff_id: string | null;
            action: string;
            subject: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            reason: string | null;
            address: string;
            request_id: string;
            /** Format: date-time */
            created_at: string;
            position: number | null;
        };
        Note: {
            id: string;
            object_id: string;
            staff_id: string;
            text: string;
            /** Format: date-time */
            created_at: string;
        };
        Page: {
            total: number;
            page: number;
            per_page: number;
            total_pages: number;
            has_next: boolean;
            has_prev: boolean;
            next_cursor: string | null;
        };
        Parked: {
            id: string;
            type: string;
            aggregate: {
                type: string;
                id: string;
            };
            owner_id: string;
            mode: "live" | "test" | (string & {});
            attempts: number;
            error: string;
            heard_by: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            parked_at: string;
        };
        Party: {
            usertag: string;
            name: string;
        };
        PayoutMethod: "bank" | "extwallet" | "mobile_money" | (string & {});
        QueueCounts: {
            name: string;
            waiting: number;
            active: number;
            failed: number;
        };
        RateChange: {
            base: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            quote: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            rate: string;
            replaced: string | null;
            live: string | null;
            drifted: boolean;
            valid_from: string;
        };
        RecheckPayoutBody: {
            /** Format: uuid */
            uuid: string;
        };
        RefundRail: "account" | "provider" | "wallet" | (string & {});
        RefundSource: "escrow" | "merchant" | "unapplied" | (string & {});
        RefundStatus: "completed" | "failed" | "pending" | (string & {});
        RefuseBody: {
            /** Format: uuid */
            approval_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        RegistrationCertificate: {
            document_id: string;
            status: components["schemas"]["DocumentStatus"];
            pages: number;
            /** Format: date-time */
            uploaded_at: string;
            /** Format: date-time */
            reviewed_at: string | null;
            expires_on: string | null;
        };
        RejectBrandDto: {
            /** Format: uuid */
            review_id: string;
            /** @description Sent to the business */
            reason: string;
        };
        RejectDocumentBody: {
            /** Format: uuid */
            document_id: string;
            /** @description For the owner of the document */
            reason: string;
            /** @description For staff */
            staff_note?: string;
            /** @description The type cannot be uploaded again until the document is reopened */
            final?: boolean;
        };
        RejectKybDto: {
            /** Format: uuid */
            user_id: string;
            /**
             * Format: uuid
             * @description The submission that was read; 409 if another has replaced it
             */
            submission_id: string;
            /** @description Sent to the business */
            reason: string;
            /** @description true: no further submission until reopen */
            final?: boolean;
            /** @description For staff only */
            staff_note?: string;
        };
        RejectNameDto: {
            /** Format: uuid */
            change_id: string;
            /** @description Sent to the person */
            reason: string;
        };
        ReleaseChargesBody: {
            /** Format: uuid */
            id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        ReopenDocumentBody: {
            /** Format: uuid */
            document_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        ReopenKybDto: {
            /** Format: uuid */
            user_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        ResolveBody: {
            /** Format: uuid */
            dispute_uuid: string;
            /** @enum {string} */
            resolution: "release" | "refund" | "split";
            /**
             * @description With split alone: more than nothing, less than the amount
             * @example 2500.5
             */
            beneficiary_amount?: number | string;
            /** @description Shown to both parties, and kept in the audit log */
            note: string;
        };
        RetryParkedDto: {
            /** Format: uuid */
            id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        ReturnRefundBody: {
            /** @description rf_live_… or rf_test_… */
            refund_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        RevealPayoutBody: {
            /** Format: uuid */
            uuid: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        Reversal: {
            reversal_id: string;
            transaction_id: string;
            type: string;
            status: string;
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            account_id: string | null;
            new_balance: number | null;
            postings: {
                account_id: string;
                amount: number;
                currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            }[];
        };
        ReverseBody: {
            /** Format: uuid */
            transaction_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        Review: {
            document_id: string;
            user: {
                id: string;
                usertag: string;
                name: string;
                country_code: string;
                account_type: string;
                level: number;
            };
            doc_type: "address_proof" | "business_registration" | "drivers_license" | "national_id" | "passport" | "selfie" | (string & {});
            tier: number;
            status: components["schemas"]["DocumentStatus"];
            pages: number;
            has_original: boolean;
            flags: components["schemas"]["ReviewFlag"][];
            final: boolean;
            reject_reason: string | null;
            staff_note: string | null;
            expires_on: string | null;
            claimed_by: string | null;
            /** Format: date-time */
            claimed_until: string | null;
            /** Format: date-time */
            uploaded_at: string;
            reviewed_by: string | null;
            /** Format: date-time */
            reviewed_at: string | null;
            /** Format: date-time */
            erased_at: string | null;
        };
        ReviewFlag: "same-number" | "same-picture" | "small-picture" | (string & {});
        ReviewStatus: "approved" | "none" | "pending" | "rejected" | (string & {});
        RevokeDocumentBody: {
            /** Format: uuid */
            document_id: string;
            /** @description For the owner of the document */
            reason: string;
            /** @description For staff */
            staff_note?: string;
        };
        RevokeKybDto: {
            /** Format: uuid */
            user_id: string;
            /** @description Sent to the business */
            reason: string;
        };
        RunJobDto: {
            /** @description As `list` shows it */
            name: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        SetLegalHoldDto: {
            /** Format: uuid */
            user_id: string;
            /** @description Kept in the audit log; the person never sees it */
            reason: string;
            /** @description false ends the hold */
            hold: boolean;
        };
        SetRateBody: {
            /** @enum {string} */
            base: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @enum {string} */
            quote: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /**
             * @description Units of quote for one of base
             * @example 1540.25
             */
            rate: number | string;
            /**
             * @description The rate in force as rates shows it: the action is refused where it is another one by now
             * @example 1540.25
             */
            replaces?: number | string;
            /** @description Kept in the audit log */
            reason: string;
        };
        SetRoleDto: {
            /** Format: uuid */
            user_id: string;
            /** @description Kept in the audit log; the person never sees it */
            reason: string;
            /**
             * @description Required; null takes the role away
             * @enum {string|null}
             */
            role?: "support" | "finance" | "compliance" | "admin" | null;
        };
        SetSpreadBody: {
            /** @enum {string} */
            base: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @enum {string} */
            quote: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @description Hundredths of a percent that customers get less, both ways */
            basis_points: number;
            /** @description Kept in the audit log */
            reason: string;
        };
        SettleChargebackBody: {
            /** @description cb_live_… or cb_test_… */
            chargeback_id: string;
            /** @description Kept in the audit log */
            reason: string;
            /**
             * @description What the company said elsewhere than in its API
             * @enum {string}
             */
            outcome: "won" | "lost";
        };
        SettleRefundBody: {
            /** @description rf_live_… or rf_test_… */
            refund_id: string;
            /** @description Kept in the audit log */
            reason: string;
            /** @description Reference of the refund at the provider, or of the transfer that was made by hand */
            provider_id: string;
        };
        SettleUnappliedBody: {
            /** Format: uuid */
            id: string;
            /** @description Reference of the refund at the provider, or of the transfer that was made by hand */
            refund_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        Spread: {
            base: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            quote: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            basis_points: number;
            set_by: string;
            set_at: string;
        };
        SpreadChange: {
            base: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            quote: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            basis_points: number;
            replaced: number;
        };
        StaffAnswerBody: {
            /** @description cb_live_… or cb_test_… */
            chargeback_id: string;
            /** @description Kept in the audit log */
            reason: string;
            /** @enum {string} */
            decision: "accept" | "contest";
            /** @description For the bank of the payer: what was sold, and when it was delivered */
            comment?: string;
        };
        StaffChargeback: {
            owner_id: string;
            gateway: string;
            gateway_transaction_id: string;
            provider_id: string;
            excess_amount: number;
            answer_due_at: string | null;
            answer_tries: number;
            chargeback_id: string;
            session_id: string | null;
            invoice_id: string | null;
            deposit_ref: string | null;
            status: "accepted" | "contested" | "lost" | "opened" | "won" | (string & {});
            stage: number;
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            claimed_amount: number;
            claimed_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            debited_amount: number;
            owed_amount: number;
            escrow_uuid: string | null;
            reason: string | null;
            respond_by: string | null;
            decision: "accept" | "contest" | (string & {}) | null;
            comment: string | null;
            responded_at: string | null;
            is_test: boolean;
            opened_at: string;
            ended_at: string | null;
        };
        StaffDecisionBody: {
            /** @description cb_live_… or cb_test_… */
            chargeback_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        StaffExplanation: {
            owner_id: string | null;
            people: {
                [key: string]: string;
            };
            object: components["schemas"]["StoryObject"];
            summary: components["schemas"]["StorySummary"];
            entries: components["schemas"]["StoryEntry"][];
            related: components["schemas"]["StoryObject"][];
            gaps: components["schemas"]["StoryGap"][];
            next_cursor: string | null;
        };
        StaffObject: {
            owner_id: string | null;
            owner: string | null;
            type: "account" | "chargeback" | "deposit" | "escrow" | "invoice" | "link" | "payroll" | "refund" | "session" | "subscription" | "subscription_invoice" | "transaction" | "transfer" | "withdrawal" | (string & {});
            id: string;
            mode: components["schemas"]["Mode"];
            status: string;
            amount: number | null;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {}) | null;
            title: string | null;
            /** Format: date-time */
            created_at: string;
        };
        StaffPayout: {
            owner_id: string;
            stage: components["schemas"]["WithdrawalStage"];
            reason: string | null;
            provider: string | null;
            provider_id: string | null;
            reference: string | null;
            sendings: number;
            last_answer: "absent" | "delivered" | "failed" | "held" | "mismatch" | "pending" | "returned" | "unanswered" | "unclaimed" | "unknown" | "unstarted" | (string & {}) | null;
            answered_at: string | null;
            returned_at: string | null;
            return_credited_at: string | null;
            due_by: string;
            id: number;
            uuid: string;
            method: components["schemas"]["PayoutMethod"];
            amount: number;
            fee: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            payout_amount: number | null;
            payout_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            rate: number | null;
            destination: string;
            status: "completed" | "failed" | "pending" | "processing" | (string & {});
            failure_reason: string | null;
            created_at: string;
            processed_at: string | null;
        };
        StaffRefund: {
            source: components["schemas"]["RefundSource"];
            owner_id: string;
            rail: components["schemas"]["RefundRail"];
            gateway: string;
            gateway_transaction_id: string;
            provider_id: string | null;
            may_have_gone: boolean;
            destination: string | null;
            taken_at: string | null;
            failure: string | null;
            due_at: string | null;
            ended_at: string | null;
            refund_id: string;
            session_id: string | null;
            invoice_id: string | null;
            status: components["schemas"]["RefundStatus"];
            stage: "awaiting_account" | "queued" | "sending" | "stopped" | "taken" | (string & {}) | null;
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            returned_amount: number;
            returned_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            debited_amount: number;
            method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {});
            reason: string | null;
            refund_ref: string | null;
            is_test: boolean;
            created_at: string;
            completed_at: string | null;
            returned_at: string | null;
        };
        StaffSetUpDto: {
            /** @description From the link */
            token: string;
            password: string;
            /** @description Of the authenticator that scanned the picture */
            totp_code: string | number;
        };
        StaffSetUpLinkDto: {
            /** @description From the link */
            token: string;
        };
        StoryEntry: {
            /** Format: date-time */
            at: string;
            kind: components["schemas"]["EntryKind"];
            name: string;
            ok: boolean | null;
            title: string;
            ids: {
                object: string;
                id: string;
                event: string | null;
            };
            amount: number | null;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {}) | null;
            detail: {
                [key: string]: unknown;
            };
        };
        StoryGap: {
            source: string;
            /** Format: date-time */
            before: string | null;
        };
        StoryObject: {
            type: "account" | "chargeback" | "deposit" | "escrow" | "invoice" | "link" | "payroll" | "refund" | "session" | "subscription" | "subscription_invoice" | "transaction" | "transfer" | "withdrawal" | (string & {});
            id: string;
            mode: components["schemas"]["Mode"];
            status: string;
            amount: number | null;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {}) | null;
            title: string | null;
            /** Format: date-time */
            created_at: string;
        };
        StorySummary: {
            key: string;
            params: {
                [key: string]: string;
            };
        };
        /** @enum {number} */
        Tier: 1 | 2;
        Unapplied: {
            id: string;
            session_id: string;
            owner_id: string;
            method: string;
            reason: components["schemas"]["UnappliedReason"];
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            gateway: string;
            gateway_transaction_id: string;
            status: string;
            refund_id: string | null;
            failure: string | null;
            received_at: string;
        };
        UnappliedReason: "already-paid" | "amount-mismatch" | "escrow-returned" | "expired" | "not-due" | "payee-closed" | (string & {});
        UnfreezeBody: {
            /**
             * Format: uuid
             * @description An account of the wallet
             */
            account_id: string;
            /** @description Kept in the audit log */
            reason: string;
        };
        User: {
            id: string;
            account_type: components["schemas"]["AccountsAccountType"];
            email: string;
            email_verified: boolean;
            first_name: string;
            last_name: string;
            business_name: string | null;
            usertag: string;
            phone: string | null;
            phone_verified: boolean;
            country_code: string;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            balance: string;
            kyc_level: number;
            kyc_status: components["schemas"]["ReviewStatus"];
            kyb_status: components["schemas"]["ReviewStatus"];
            pin_set: boolean;
            two_factor_enabled: boolean;
            referral_code: string;
            /** Format: date-time */
            created_at: string;
        };
        UserDecisionDto: {
            /** Format: uuid */
            user_id: string;
            /** @description Kept in the audit log; the person never sees it */
            reason: string;
        };
        UserFile: {
            user: components["schemas"]["User"];
            phone_verified: boolean;
            staff_role: "admin" | "compliance" | "finance" | "support" | (string & {}) | null;
            invited_as: "admin" | "compliance" | "finance" | "support" | (string & {}) | null;
            open_sessions: number;
            /** Format: date-time */
            last_used_at: string | null;
            apps: {
                live: number;
                test: number;
            };
            legal_hold: boolean;
            frozen: {
                /** Format: date-time */
                at: string;
                reason: string | null;
                by: {
                    id: string;
                    email: string;
                } | null;
            } | null;
        };
        Verification: {
            checks?: string[];
            journals?: number;
            legs?: number;
            audit_entries?: number;
            anchors?: number;
            faults?: components["schemas"]["LedgerFault"][];
            verification_id: string;
            status: string;
            /** Format: date-time */
            requested_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            error: string | null;
            proved: boolean | null;
        };
        WithdrawBody: {
            /** Format: uuid */
            approval_id: string;
            /** @description Kept in the audit log */
            reason?: string;
        };
        WithdrawalStage: "cancelling" | "doubtful" | "ended" | "held" | "manual" | "queued" | "sending" | "sent" | "stopped" | "waiting" | (string & {});
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    adminApprovalsApprove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        result: {
                            [key: string]: unknown;
                        };
                        approval_id: string;
                        status: "awaiting_approval" | "executed" | "expired" | "failed" | "refused" | "withdrawn" | (string & {});
                        action: string;
                    };
                };
            };
        };
    };
    adminApprovalsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description awaiting_approval where absent */
                status?: "awaiting_approval" | "executed" | "refused" | "withdrawn" | "expired" | "failed" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["HeldAction"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminApprovalsRefuse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefuseBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["Decision"];
                };
            };
        };
    };
    adminApprovalsShow: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c02 */
                approval_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        result: {
                            [key: string]: unknown;
                        } | null;
                        digest: string | null;
                        refusal: {
                            error_code: string;
                            message: string | null;
                        } | "" | null;
                        approval_id: string;
                        action: string;
                        body: {
                            [key: string]: unknown;
                        };
                        status: "awaiting_approval" | "executed" | "expired" | "failed" | "refused" | "withdrawn" | (string & {});
                        maker: {
                            id: string;
                            name: string | null;
                        };
                        made_at: string;
                        expires_at: string;
                        decided_by: {
                            id: string;
                            name: string | null;
                        } | "" | null;
                        decided_at: string | null;
                        reason: string | null;
                        may_decide: boolean;
                    };
                };
            };
        };
    };
    adminApprovalsWithdraw: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["Decision"];
                };
            };
        };
    };
    adminAuditExport: {
        parameters: {
            query?: {
                /** @description A member of staff; default: all that you may see */
                staff_id?: string;
                /** @description What was done, e.g. `ledger.reverse`, or all of a section: `ledger` */
                entry_action?: string;
                /** @description The object, by its id or name as in the entry */
                subject?: string;
                /** @description A date, or a time; default: the first entry */
                from?: string;
                /** @description A date, which is included, or a time; default: now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    adminAuditList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description A member of staff; default: all that you may see */
                staff_id?: string;
                /** @description What was done, e.g. `ledger.reverse`, or all of a section: `ledger` */
                entry_action?: string;
                /** @description The object, by its id or name as in the entry */
                subject?: string;
                /** @description A date, or a time; default: the first entry */
                from?: string;
                /** @description A date, which is included, or a time; default: now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["NamedAuditEntry"][];
                        } & components["schemas"]["Page"] & {
                            total_is_capped: boolean;
                        };
                    };
                };
            };
        };
    };
    adminBrandsApprove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveBrandDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        review_id: string;
                        user_id: string;
                        display_name: string | null;
                        status: components["schemas"]["BrandNameStatus"];
                    };
                };
            };
        };
    };
    adminBrandsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["BrandReview"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminBrandsReject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectBrandDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        review_id: string;
                        user_id: string;
                        display_name: string | null;
                        status: components["schemas"]["BrandNameStatus"];
                    };
                };
            };
        };
    };
    adminChargebacksAlerts: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["ChargebackAlert"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminChargebacksAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffAnswerBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        chargeback: components["schemas"]["StaffChargeback"];
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminChargebacksList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description opened unless given */
                status?: "opened" | "accepted" | "contested" | "won" | "lost";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["StaffChargeback"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminChargebacksSettle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleChargebackBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        chargeback: components["schemas"]["StaffChargeback"];
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminChargebacksShow: {
        parameters: {
            query: {
                /**
                 * @description cb_live_… or cb_test_…
                 * @example cb_live_7dRk2WfX9mTqB4vLpZ1sNc
                 */
                chargeback_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        chargeback: {
                            files: components["schemas"]["ChargebackFile"][];
                            owner_id: string;
                            gateway: string;
                            gateway_transaction_id: string;
                            provider_id: string;
                            excess_amount: number;
                            answer_due_at: string | null;
                            answer_tries: number;
                            chargeback_id: string;
                            session_id: string | null;
                            invoice_id: string | null;
                            deposit_ref: string | null;
                            status: "accepted" | "contested" | "lost" | "opened" | "won" | (string & {});
                            stage: number;
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            claimed_amount: number;
                            claimed_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            debited_amount: number;
                            owed_amount: number;
                            escrow_uuid: string | null;
                            reason: string | null;
                            respond_by: string | null;
                            decision: "accept" | "contest" | (string & {}) | null;
                            comment: string | null;
                            responded_at: string | null;
                            is_test: boolean;
                            opened_at: string;
                            ended_at: string | null;
                        };
                    };
                };
            };
        };
    };
    adminChargebacksWriteOff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffDecisionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        chargeback: components["schemas"]["StaffChargeback"];
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminDeliveriesList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                status?: "pending" | "delivered" | "failed";
                app_id?: string;
                webhook_id?: string;
                event?: string;
                /** @description A date, or a time; default: a day before to */
                from?: string;
                /** @description A date, which is included, or a time; default: now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["DeliveryRow"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminDeliveriesParked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        total: number;
                        by_listener: {
                            type: string;
                            count: number;
                            listener: string;
                        }[];
                        events: components["schemas"]["Parked"][];
                    };
                };
            };
        };
    };
    adminDeliveriesRetryParked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryParkedDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        message: string;
                        id: string;
                        attempts_before: number;
                    };
                };
            };
        };
    };
    adminEscrowDisputes: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description All that are undecided where absent */
                status?: "open" | "responded" | "resolved";
                /** @description true: only those past their 48 hours */
                late?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["Escrow"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminEscrowResolve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["DisputedEscrow"];
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminExplainFind: {
        parameters: {
            query: {
                /**
                 * @description Any id, a reference, or an e-mail address, in full
                 * @example cs_live_Nf7GkT3wYb9QxV5mLz2RcP
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        data: components["schemas"]["StaffObject"][];
                    };
                };
            };
        };
    };
    adminExplainTimeline: {
        parameters: {
            query: {
                /**
                 * @description The id of a payment, refund, payout or any other object, or of a transaction
                 * @example cs_live_Nf7GkT3wYb9QxV5mLz2RcP
                 */
                id: string;
                /** @description The `next_cursor` of the answer before */
                cursor?: string;
                /** @description Default: all that is known. owner: what its owner is shown */
                as?: "owner";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & components["schemas"]["StaffExplanation"];
                };
            };
        };
    };
    adminFxAccept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptRateBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["AcceptedRate"];
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminFxRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        base: string;
                        live: components["schemas"]["LiveRate"][];
                        held: components["schemas"]["HeldRate"][];
                        checkout: components["schemas"]["CheckoutRate"][];
                        spreads: components["schemas"]["Spread"][];
                        max_drift_percent: string;
                    };
                };
            };
        };
    };
    adminFxSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRateBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["RateChange"];
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminFxSetSpread: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSpreadBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["SpreadChange"];
                };
            };
        };
    };
    adminKybApprove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveKybDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        user_id: string;
                        submission_id: string;
                        kyb_status: components["schemas"]["KybSubmissionStatus"];
                    };
                };
            };
        };
    };
    adminKybClaim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimKybDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        submission_id: string;
                        claimed_by: string | null;
                        /** Format: date-time */
                        claimed_until: string | null;
                        is_yours: boolean;
                    };
                };
            };
        };
    };
    adminKybQueue: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["KybQueueEntry"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminKybReject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectKybDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        user_id: string;
                        submission_id: string;
                        kyb_status: components["schemas"]["KybSubmissionStatus"];
                    };
                };
            };
        };
    };
    adminKybReopen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReopenKybDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        user_id: string;
                        can_retry: boolean;
                    };
                };
            };
        };
    };
    adminKybRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeKybDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        user_id: string;
                        kyb_status: components["schemas"]["ReviewStatus"];
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminKybShow: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c0c */
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        documents: components["schemas"]["RegistrationCertificate"][];
                        submissions: {
                            final: boolean;
                            legal_name: string | null;
                            registration_number: string | null;
                            address: string | null;
                            accounts_of_same_registration: string[];
                            status: components["schemas"]["KybSubmissionStatus"];
                            country_code: string;
                            /** Format: date-time */
                            submitted_at: string;
                            decided_by: string | null;
                            /** Format: date-time */
                            decided_at: string | null;
                            reason: string | null;
                            staff_note: string | null;
                            submission_id: string;
                        }[];
                        user_id: string;
                        usertag: string;
                        business_name: string | null;
                        account_type: components["schemas"]["AccountsAccountType"];
                        country_code: string;
                        kyb_status: components["schemas"]["ReviewStatus"];
                        frozen: boolean;
                    };
                };
            };
        };
    };
    adminKycApprove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveDocumentBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & components["schemas"]["DecidedDocument"];
                };
            };
        };
    };
    adminKycBvnApprove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideBvnReviewDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        outcome?: string;
                        verification_id: string;
                        status: components["schemas"]["BvnStatus"];
                    };
                };
            };
        };
    };
    adminKycBvnQueue: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["BvnReview"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminKycBvnReject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideBvnReviewDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        outcome?: string;
                        verification_id: string;
                        status: components["schemas"]["BvnStatus"];
                    };
                };
            };
        };
    };
    adminKycBvnShow: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c03 */
                verification_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        account_name: string;
                        registry_name: string;
                        user_id: string;
                        why: string;
                        /** Format: date-time */
                        started_at: string;
                        verification_id: string;
                    };
                };
            };
        };
    };
    adminKycClaim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KycDocumentBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        document_id: string;
                        claimed_by: string | null;
                        /** Format: date-time */
                        claimed_until: string | null;
                    };
                };
            };
        };
    };
    adminKycDocument: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c08 */
                document_id: string;
                page?: number;
                /** @description true: the uploaded PDF as an attachment; needs a recent sign-in and a reason */
                original?: "true" | "false";
                /** @description With original only; kept in the audit log */
                reason?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "application/octet-stream": string;
                };
            };
        };
    };
    adminKycNameApprove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveNameDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        change_id: string;
                        user_id: string;
                        status: components["schemas"]["NameChangeStatus"];
                    };
                };
            };
        };
    };
    adminKycNameQueue: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["NameReview"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminKycNameReject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectNameDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        change_id: string;
                        user_id: string;
                        status: components["schemas"]["NameChangeStatus"];
                    };
                };
            };
        };
    };
    adminKycQueue: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description pending where absent */
                status?: "pending" | "approved" | "rejected" | "withdrawn" | "revoked" | "all";
                /** @description Documents of this person only */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["Review"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminKycReject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectDocumentBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & components["schemas"]["DecidedDocument"];
                };
            };
        };
    };
    adminKycReopen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReopenDocumentBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & components["schemas"]["DecidedDocument"];
                };
            };
        };
    };
    adminKycRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeDocumentBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["DecidedDocument"];
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminLedgerAccount: {
        parameters: {
            query: {
                /**
                 * @description A customer's account, or one of the service's own (owner_id is null), as trial-balance and postings name them. Movements of the service's own are those among the newest 1000 transactions of all accounts; they have neither seq nor balance_after (null)
                 * @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c0d
                 */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        id: string;
                        code: string;
                        owner_id: string | null;
                        balance: string;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        movements: components["schemas"]["Movement"][];
                    };
                };
            };
        };
    };
    adminLedgerClearFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClearFaultBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        cleared: string[];
                    };
                };
            };
        };
    };
    adminLedgerFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        total: number;
                        faults: components["schemas"]["Fault"][];
                        frozen: components["schemas"]["Frozen"][];
                    };
                };
            };
        };
    };
    adminLedgerReverse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReverseBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["Reversal"];
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminLedgerTrialBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        accounts: {
                            code: string;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            accounts: number;
                            account_id: string | null;
                            balance: string;
                        }[];
                        balanced: boolean;
                    };
                };
            };
        };
    };
    adminLedgerUnfreeze: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnfreezeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        unfrozen: string[];
                        cleared: string[];
                    };
                };
            };
        };
    };
    adminLedgerVerify: {
        parameters: {
            query?: {
                /** @description Read this verification; without it, one is requested or the open one joined */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & components["schemas"]["Verification"];
                };
            };
        };
    };
    adminNotesAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddNoteDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        note: components["schemas"]["Note"];
                    };
                };
            };
        };
    };
    adminNotesList: {
        parameters: {
            query: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /**
                 * @description The id of the object, as `explain` answers it
                 * @example cs_live_Nf7GkT3wYb9QxV5mLz2RcP
                 */
                object_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["Note"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminPayoutsComplete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompletePayoutBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["StaffPayout"];
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminPayoutsFail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailPayoutBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["StaffPayout"];
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminPayoutsFloats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Float"][];
                    };
                };
            };
        };
    };
    adminPayoutsFundFloat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FundFloatBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminPayoutsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description Those without an end where absent; with q all */
                status?: "pending" | "processing" | "completed" | "failed";
                method?: "bank" | "extwallet" | "mobile_money";
                /** @description Only those initiated at this time or before */
                older_than?: string;
                /** @description The uuid of one, the id of its owner, or the reference under which finance completed it, in full */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                owner_frozen: boolean;
                                owner_id: string;
                                stage: components["schemas"]["WithdrawalStage"];
                                reason: string | null;
                                provider: string | null;
                                provider_id: string | null;
                                reference: string | null;
                                sendings: number;
                                last_answer: "absent" | "delivered" | "failed" | "held" | "mismatch" | "pending" | "returned" | "unanswered" | "unclaimed" | "unknown" | "unstarted" | (string & {}) | null;
                                answered_at: string | null;
                                returned_at: string | null;
                                return_credited_at: string | null;
                                due_by: string;
                                id: number;
                                uuid: string;
                                method: components["schemas"]["PayoutMethod"];
                                amount: number;
                                fee: number;
                                currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                                payout_amount: number | null;
                                payout_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                                rate: number | null;
                                destination: string;
                                status: "completed" | "failed" | "pending" | "processing" | (string & {});
                                failure_reason: string | null;
                                created_at: string;
                                processed_at: string | null;
                            }[];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminPayoutsRecheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecheckPayoutBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["StaffPayout"];
                };
            };
        };
    };
    adminPayoutsReveal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevealPayoutBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & components["schemas"]["Destination"];
                };
            };
        };
    };
    adminQueuesList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        jobs: {
                            runs: number;
                            failures: number;
                            name: string;
                            every_seconds: number;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            last_error: string | null;
                        }[];
                        outbox: {
                            waiting: number;
                            failing: number;
                            parked: number;
                        };
                        deliveries: {
                            due: number;
                            waiting: number;
                        };
                        redis: string;
                        queues: components["schemas"]["QueueCounts"][];
                    };
                };
            };
        };
    };
    adminQueuesOpen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        url: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
        };
    };
    adminQueuesRunJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunJobDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        name: string;
                        message: string;
                    };
                };
            };
        };
    };
    adminRefundsFail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideRefundBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        refund: components["schemas"]["StaffRefund"];
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminRefundsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description pending unless given */
                status?: "pending" | "completed" | "failed";
                source?: "merchant" | "unapplied" | "escrow";
                /** @description true: only those that a company took seven days ago and has not carried out */
                late?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["StaffRefund"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminRefundsRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideRefundBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        refund: components["schemas"]["StaffRefund"];
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminRefundsReturn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReturnRefundBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        refund: components["schemas"]["StaffRefund"];
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminRefundsSettle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleRefundBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        refund: components["schemas"]["StaffRefund"];
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminRefundsShow: {
        parameters: {
            query: {
                /**
                 * @description rf_live_… or rf_test_…
                 * @example rf_live_4hQm8ZcW2xYbT6vKpN1sLd
                 */
                refund_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        refund: {
                            account_holder: string | null;
                            payer_name: string | null;
                            source: components["schemas"]["RefundSource"];
                            owner_id: string;
                            rail: components["schemas"]["RefundRail"];
                            gateway: string;
                            gateway_transaction_id: string;
                            provider_id: string | null;
                            may_have_gone: boolean;
                            destination: string | null;
                            taken_at: string | null;
                            failure: string | null;
                            due_at: string | null;
                            ended_at: string | null;
                            refund_id: string;
                            session_id: string | null;
                            invoice_id: string | null;
                            status: components["schemas"]["RefundStatus"];
                            stage: "awaiting_account" | "queued" | "sending" | "stopped" | "taken" | (string & {}) | null;
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            returned_amount: number;
                            returned_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            debited_amount: number;
                            method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {});
                            reason: string | null;
                            refund_ref: string | null;
                            is_test: boolean;
                            created_at: string;
                            completed_at: string | null;
                            returned_at: string | null;
                        };
                    };
                };
            };
        };
    };
    adminSubscriptionsChargeHolds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        holds: components["schemas"]["Hold"][];
                    };
                };
            };
        };
    };
    adminSubscriptionsReleaseCharges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseChargesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & components["schemas"]["Hold"];
                };
            };
        };
    };
    adminUnappliedApply: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        account_id?: string;
                        new_balance?: number;
                        id: string;
                        status: "applied" | "refunded" | "refunding" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminUnappliedList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["Unapplied"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminUnappliedRefund: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        account_id?: string;
                        new_balance?: number;
                        id: string;
                        status: "applied" | "refunded" | "refunding" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminUnappliedSettle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleUnappliedBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        account_id?: string;
                        new_balance?: number;
                        id: string;
                        status: "applied" | "refunded" | "refunding" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminUsersFind: {
        parameters: {
            query: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /**
                 * @description Id, e-mail address, user tag or phone number, in full
                 * @example ada@example.com
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["FoundUser"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    adminUsersFreeze: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDecisionDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        message: string;
                        user_id: string;
                        frozen: boolean;
                    };
                };
            };
        };
    };
    adminUsersReset2fa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDecisionDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        message: string;
                        user_id: string;
                        two_factor_enabled: boolean;
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminUsersSetFreezeReason: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDecisionDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        message: string;
                        user_id: string;
                        frozen: boolean;
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminUsersSetLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetLegalHoldDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        user_id: string;
                        legal_hold: boolean;
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminUsersSetRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRoleDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        message: string;
                        user_id: string;
                        role: "admin" | "compliance" | "finance" | "support" | (string & {}) | null;
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    adminUsersShow: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c0c */
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & components["schemas"]["UserFile"];
                };
            };
        };
    };
    adminUsersUnfreeze: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDecisionDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    } & {
                        message: string;
                        user_id: string;
                        frozen: boolean;
                    };
                };
            };
            /** @description Held: nothing is done until a second person approves it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitingApproval"];
                };
            };
        };
    };
    authStaffInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffSetUpLinkDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        email: string;
                        role: "admin" | "compliance" | "finance" | "support" | (string & {});
                        secret: string;
                        otpauth_uri: string;
                        qr_svg: string;
                    };
                };
            };
        };
    };
    authStaffSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffSetUpDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        message: string;
                        email: string;
                        role: "admin" | "compliance" | "finance" | "support" | (string & {});
                    };
                };
            };
        };
    };
}
