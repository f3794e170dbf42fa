/* Written by `npm run docs:api` from docs/openapi. */

export interface components {
    schemas: {
        Account: {
            account_id: string;
            name: string;
            usertag: string;
            account_type: "business" | "personal" | (string & {});
            role: "admin" | "developer" | "finance" | "owner" | "support" | (string & {});
            current: boolean;
        };
        AccountsAccountType: "business" | "personal" | (string & {});
        AddBankBody: {
            /**
             * @description Default bank
             * @enum {string}
             */
            type?: "bank" | "extwallet" | "wire";
            nickname?: string;
            /**
             * @description Default: that of the country, else NGN
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @description Of the bank; an IBAN contains it */
            country_code?: string;
            /** @description wire; NGN, GHS, KES and ZAR take the name of the list */
            bank_name?: string;
            /** @description NGN, GHS, KES, ZAR */
            bank_code?: string;
            /** @description GHS */
            branch_code?: string;
            account_number?: string | number;
            /** @description NGN takes the name that the bank has */
            account_name?: string;
            /** @description GBP */
            sort_code?: string | number;
            /** @description USD */
            routing_number?: string | number;
            /**
             * @description USD
             * @enum {string}
             */
            account_type?: "checking" | "savings";
            /** @description EUR */
            iban?: string;
            /** @description wire, and EUR if known */
            swift?: string;
            /**
             * Format: email
             * @description extwallet
             */
            extwallet_email?: string;
        };
        AdvanceBody: {
            /** @description The time to advance to */
            to?: string;
            days?: number;
            hours?: number;
            /** @description Holds the time at the target; otherwise it runs on from there */
            freeze?: boolean;
        };
        AnalyticsInvoice: {
            id: string;
            number: string | null;
            status: string;
            total: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            created_at: string;
        };
        AnalyticsSubscription: {
            subscription_id: string;
            plan_name: string;
            status: string;
            created_at: string;
        };
        App: {
            app_id: string;
            app_name: string;
            mode: components["schemas"]["Mode"];
            scopes: string[] | null;
            allowed_ips: string[];
            allowed_origins: string[];
            rate_limit_per_min: number | null;
            success_url: string | null;
            cancel_url: string | null;
            public_key: string;
            checkout_public_key: string | null;
            secret_keys: {
                prefix: string;
                last4: string;
                created_at: string;
                expires_at: string | null;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            revoked_at: string | null;
        };
        AppName: {
            app_id: string;
            app_name: string;
        };
        Attempt: {
            attempt: number;
            at: string;
            status: number | null;
            latency_ms: number;
            answer: string | null;
            error: string | null;
        };
        Attention: {
            kind: string;
            count: number;
            /** Format: date-time */
            oldest_at: string;
        };
        AuthenticatorCodeDto: {
            /** @description Six digits of the authenticator app */
            code: string | number;
        };
        Bank: {
            bank_code: string;
            name: string;
            country: "GH" | "KE" | "NG" | "ZA" | (string & {});
            currency: "GHS" | "KES" | "NGN" | "ZAR" | (string & {});
            settlement: components["schemas"]["Settlement"];
        };
        Batch: {
            batch_id: string;
            batch_name: string | null;
            status: string;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            total_amount: number;
            fee: number;
            recipient_count: number;
            completed_at: string;
        };
        Branch: {
            branch_code: string;
            name: string;
        };
        Brand: {
            display_name: string | null;
            display_name_status: components["schemas"]["BrandNameStatus"];
            proposed_display_name: string | null;
            display_name_reason: string | null;
            color: string | null;
            button_text: "#000000" | "#ffffff" | (string & {}) | null;
            link_color: string | null;
            adjusted: boolean;
            support_email: string | null;
            unconfirmed_support_email: string | null;
            support_phone: string | null;
            support_url: string | null;
            terms_url: string | null;
            postal_address: string | null;
            logo_url: string | null;
        };
        BrandNameStatus: "approved" | "none" | "pending" | "rejected" | (string & {});
        BuyerCodeBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * Format: email
             * @description The buyer's own address
             */
            buyer_email: string;
        };
        CancelOwnSubscriptionBody: {
            /** @description sub_live_… */
            subscription_id: string;
            /** @description false: at once; otherwise at the end of the period that is paid */
            at_period_end?: boolean;
        };
        CancelSubscriptionBody: {
            /** @description sub_live_… or sub_test_… */
            subscription_id: string;
            /** @description true: at the end of the period that is paid; otherwise at once */
            at_period_end?: boolean;
        };
        CardDto: {
            number: string | number;
            expiry_month: string | number;
            expiry_year: string | number;
            cvv: string | number;
            name?: string;
        };
        ChangeEmailDto: {
            /** Format: email */
            new_email: string;
            password: string;
        };
        ChangePasswordDto: {
            current_password: string;
            new_password: string;
        };
        ChangePlanBody: {
            /** @description sub_live_… or sub_test_… */
            subscription_id: string;
            /** @description plan_live_… or plan_test_… */
            plan_id: string;
            /**
             * @description period_end: with the next period; now: a new period begins when its invoice is paid, and the rest of the paid one is credited
             * @enum {string}
             */
            when: "period_end" | "now";
        };
        ChangeUsertagDto: {
            usertag: string;
        };
        ChargeCardDto: {
            tx_ref?: string;
            /**
             * @description Required without tx_ref
             * @example 2500.5
             */
            amount?: number | string;
            /** @enum {string} */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            card: components["schemas"]["CardDto"];
            /** Format: uri */
            redirect_url?: string;
        };
        Chargeback: {
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
        ChargebackDetail: {
            files: components["schemas"]["ChargebackFile"][];
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
        ChargebackFile: {
            file_id: string;
            bytes: number;
            created_at: string;
        };
        ChargebackLostEvent: {
            /** @constant */
            event: "chargeback.lost";
            data: {
                /** @description the chargeback */
                chargeback_id: string;
                /** @description the checkout session that was paid; null for a charge without one */
                session_id: string | null;
                /** @description the subscription invoice, where it was charged without a session */
                invoice_id: string | null;
                /** @description tx_ref of a deposit by card */
                deposit_ref: string | null;
                /** @description your reference of the session */
                order_ref: string | null;
                /** @description of the chargeback */
                status: "accepted" | "lost" | (string & {});
                /** @description 1, and one more each time the bank of the payer raises it again */
                stage: number;
                /** @description the share of the price */
                amount: number;
                /** @description of the price */
                currency: string;
                /** @description what the bank demands, in the currency that was paid */
                claimed_amount: number;
                /** @description that was paid */
                claimed_currency: string;
                /** @description what it costs you, in the currency of the price */
                debited_amount: number;
                /** @description the part of it that your balance has not covered yet */
                owed_amount: number;
                /** @description as the bank gave it */
                reason: string | null;
                /**
                 * Format: date-time
                 * @description until when the company takes an answer
                 */
                respond_by: string | null;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was opened
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @description when it ended
                 */
                ended_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        ChargebackOpenedEvent: {
            /** @constant */
            event: "chargeback.opened";
            data: {
                /** @description the chargeback */
                chargeback_id: string;
                /** @description the checkout session that was paid; null for a charge without one */
                session_id: string | null;
                /** @description the subscription invoice, where it was charged without a session */
                invoice_id: string | null;
                /** @description tx_ref of a deposit by card */
                deposit_ref: string | null;
                /** @description your reference of the session */
                order_ref: string | null;
                /** @description of the chargeback */
                status: "opened" | (string & {});
                /** @description 1, and one more each time the bank of the payer raises it again */
                stage: number;
                /** @description the share of the price */
                amount: number;
                /** @description of the price */
                currency: string;
                /** @description what the bank demands, in the currency that was paid */
                claimed_amount: number;
                /** @description that was paid */
                claimed_currency: string;
                /** @description what it costs you, in the currency of the price */
                debited_amount: number;
                /** @description the part of it that your balance has not covered yet */
                owed_amount: number;
                /** @description as the bank gave it */
                reason: string | null;
                /**
                 * Format: date-time
                 * @description until when the company takes an answer
                 */
                respond_by: string | null;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was opened
                 */
                opened_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        ChargebackRespondedEvent: {
            /** @constant */
            event: "chargeback.responded";
            data: {
                /** @description the chargeback */
                chargeback_id: string;
                /** @description the checkout session that was paid; null for a charge without one */
                session_id: string | null;
                /** @description the subscription invoice, where it was charged without a session */
                invoice_id: string | null;
                /** @description tx_ref of a deposit by card */
                deposit_ref: string | null;
                /** @description your reference of the session */
                order_ref: string | null;
                /** @description of the chargeback */
                status: "accepted" | "contested" | (string & {});
                /** @description 1, and one more each time the bank of the payer raises it again */
                stage: number;
                /** @description the share of the price */
                amount: number;
                /** @description of the price */
                currency: string;
                /** @description what the bank demands, in the currency that was paid */
                claimed_amount: number;
                /** @description that was paid */
                claimed_currency: string;
                /** @description what it costs you, in the currency of the price */
                debited_amount: number;
                /** @description the part of it that your balance has not covered yet */
                owed_amount: number;
                /** @description as the bank gave it */
                reason: string | null;
                /**
                 * Format: date-time
                 * @description until when the company takes an answer
                 */
                respond_by: string | null;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was opened
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @description when it was answered
                 */
                responded_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        ChargebackWonEvent: {
            /** @constant */
            event: "chargeback.won";
            data: {
                /** @description the chargeback */
                chargeback_id: string;
                /** @description the checkout session that was paid; null for a charge without one */
                session_id: string | null;
                /** @description the subscription invoice, where it was charged without a session */
                invoice_id: string | null;
                /** @description tx_ref of a deposit by card */
                deposit_ref: string | null;
                /** @description your reference of the session */
                order_ref: string | null;
                /** @description of the chargeback */
                status: "won" | (string & {});
                /** @description 1, and one more each time the bank of the payer raises it again */
                stage: number;
                /** @description the share of the price */
                amount: number;
                /** @description of the price */
                currency: string;
                /** @description what the bank demands, in the currency that was paid */
                claimed_amount: number;
                /** @description that was paid */
                claimed_currency: string;
                /** @description what it costs you, in the currency of the price */
                debited_amount: number;
                /** @description the part of it that your balance has not covered yet */
                owed_amount: number;
                /** @description as the bank gave it */
                reason: string | null;
                /**
                 * Format: date-time
                 * @description until when the company takes an answer
                 */
                respond_by: string | null;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was opened
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @description when it was won
                 */
                ended_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        CheckoutCompletedEvent: {
            /** @constant */
            event: "checkout.completed";
            data: {
                /** @description the session */
                session: {
                    /** @description the session’s number */
                    id: number;
                    /** @description as its creation answered it */
                    session_token: string;
                    /** @description the face amount */
                    amount: number;
                    /** @description of the session */
                    currency_code: string;
                    /** @description as supplied */
                    customer_email: string | null;
                    /** @description as supplied */
                    customer_name: string | null;
                    /** @description matches the event */
                    status: "completed" | (string & {});
                    /**
                     * Format: date-time
                     * @description when it was paid
                     */
                    paid_at: string;
                    /** @description as supplied; `{}` where nothing was */
                    metadata: {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        CloseAccountDto: {
            password: string;
            /** @description Where two-factor is on */
            code?: string | number;
            /** @description true: balances below 1.00 of their currency are given up */
            give_up_rest?: boolean;
        };
        ConfirmBuyerBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * Format: email
             * @description The buyer's own address
             */
            buyer_email: string;
            /** @description From the mail; 123456 in the sandbox, which sends no mail */
            otp: string | number;
        };
        ConfirmSupportEmailDto: {
            otp: string | number;
        };
        ConsentDto: {
            /** @description The customer has agreed that the card is saved and charged for each cycle */
            accepted: boolean;
        };
        CreateAppDto: {
            app_name: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** @description Absent, null or empty: full access */
            scopes?: string[] | null;
            /** @description Absent, null or empty: any address */
            allowed_ips?: string[] | null;
            /** @description Where pages with the public key may come from; absent, null or empty: anywhere */
            allowed_origins?: string[] | null;
            /** @description Beside the general limits */
            rate_limit_per_min?: number | null;
            /**
             * Format: uri
             * @description For checkout sessions that name no place of their own
             */
            success_url?: string | null;
            /**
             * Format: uri
             * @description For checkout sessions that name no place of their own
             */
            cancel_url?: string | null;
            /** Format: uri */
            webhook_url?: string;
            /** @description Absent, null or "*": all */
            webhook_events?: string[] | null;
        };
        CreateEndpointDto: {
            /** Format: uuid */
            app_id: string;
            /** Format: uri */
            url: string;
            /** @description Absent, null or "*": all */
            events?: string[] | null;
        };
        CreateEscrowBody: {
            /** @description User tag, e-mail address or phone number */
            beneficiary: string | number;
            /**
             * @description Major units; 1.5 % fee on top
             * @example 2500.5
             */
            amount: number | string;
            /**
             * @description The primary wallet where absent
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @description What it is for */
            description: string;
            /** @description On what terms it is to be released */
            condition?: string;
            /** @description Passing it moves no money; both parties are told */
            deadline_days?: number;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        CreateInvoiceBody: {
            /**
             * @description The primary wallet's unless given
             * @enum {string}
             */
            currency_code?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /**
             * Format: date
             * @description The last day on which it is not overdue (UTC)
             */
            due_date?: string;
            notes?: string;
            /**
             * @description Of the subtotal
             * @example 7.5
             */
            discount_percent?: number | string;
            /** @description Whether the client can pay in parts */
            allow_partial?: boolean;
            /**
             * @description Of its mails and its page; yours unless given
             * @enum {string}
             */
            language?: "en" | "fr";
            /** @description Remind the client 3 days before and 1, 7 and 14 days after the due date */
            reminders?: boolean;
            client_name: string;
            /** Format: email */
            client_email: string;
            items: components["schemas"]["ItemBody"][];
        };
        CreateLinkBody: {
            /** @description Shown to the payer */
            title: string;
            /**
             * @description The payer chooses where absent
             * @example 2500.5
             */
            amount?: number | string;
            /**
             * @description The least that the payer can choose
             * @example 2500.5
             */
            min_amount?: number | string;
            /**
             * @description The most that the payer can choose
             * @example 2500.5
             */
            max_amount?: number | string;
            /** @description Offered to a payer who chooses the amount, each to be paid with one press */
            suggested_amounts?: (number | string)[];
            /**
             * @description The primary wallet's unless given
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            description?: string;
            /** Format: uri */
            success_url?: string;
            /** @description Payments that it takes in all */
            max_uses?: number;
            /** Format: date-time */
            expires_at?: string;
            metadata?: {
                [key: string]: unknown;
            };
        };
        CreateOwnEndpointDto: {
            /**
             * Format: uuid
             * @description The app of the key; default
             */
            app_id?: string;
            /** Format: uri */
            url: string;
            /** @description Absent, null or "*": all */
            events?: string[] | null;
        };
        CreatePayrollBody: {
            batch_name?: string;
            /**
             * @description The primary wallet where absent
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @description Each recipient once; all are paid, or none */
            recipients: components["schemas"]["PayrollRow"][];
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        CreatePlanBody: {
            /**
             * Format: uuid
             * @description The app of the key; of people, their only live app unless given
             */
            app_id?: string;
            name: string;
            /**
             * @description Major units; never changes
             * @example 2500.5
             */
            amount: number | string;
            /** @enum {string} */
            currency: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @enum {string} */
            interval: "daily" | "weekly" | "monthly" | "yearly";
            /** @description Intervals per cycle; 1 unless given */
            interval_count?: number;
            /** @description Days before the first invoice */
            trial_days?: number;
            metadata?: {
                [key: string]: unknown;
            };
        };
        CreatePublicBody: {
            /**
             * Format: uri
             * @description On one of the allowed origins, where the app names any
             */
            success_url?: string;
            /**
             * Format: uri
             * @description On one of the allowed origins, where the app names any
             */
            cancel_url?: string;
            /** @description The page that sends this shows the payment page in a frame: refused where its origin cannot */
            embed?: boolean;
            /** @description In place of X-API-Key */
            public_key?: string;
            /**
             * @description Major units
             * @example 2500.5
             */
            amount: number | string;
            /**
             * @description NGN unless given
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            description?: string;
            customer?: components["schemas"]["CustomerDto"];
        };
        CreateSessionBody: {
            /**
             * @description Major units
             * @example 2500.5
             */
            amount: number | string;
            /**
             * @description NGN unless given
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @description Your reference; echoed in events, need not be unique */
            order_ref?: string;
            description?: string;
            customer?: components["schemas"]["CustomerDto"];
            /**
             * Format: email
             * @description The same as customer.email
             */
            customer_email?: string;
            metadata?: {
                [key: string]: unknown;
            };
            payment_methods?: string[];
            /** Format: uri */
            success_url?: string;
            /** Format: uri */
            cancel_url?: string;
            /** @description Minutes; 1440 unless given */
            expires_in?: number;
            escrow?: boolean;
            escrow_condition?: string;
            escrow_deadline_days?: number;
        };
        CreateSessionBodyB: {
            /** @description Smallest units: kobo, cents, pence */
            amount: number;
            /** @enum {string} */
            currency_code: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            description?: string;
            /** Format: email */
            customer_email?: string;
            customer_name?: string;
            /**
             * Format: uri
             * @description Takes the place of the app's own
             */
            success_url?: string;
            /** Format: uri */
            cancel_url?: string;
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The same as X-Idempotency-Key */
            idempotency_key?: string;
        };
        CreateWalletBody: {
            /** @enum {string} */
            currency: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
        };
        CreatedApp: {
            webhook_id: string;
            webhook_secret: string;
            webhook_url: string | null;
            webhook_events: string[];
            scopes: string[] | null;
            allowed_ips: string[];
            allowed_origins: string[];
            rate_limit_per_min: number | null;
            success_url: string | null;
            cancel_url: string | null;
            /** Format: date-time */
            created_at: string;
            checkout_secret_key?: string;
            checkout_public_key?: string;
            app_id: string;
            app_name: string;
            mode: components["schemas"]["Mode"];
            public_key: string;
            secret_key: string;
        };
        Credit: {
            tx_ref: string;
            status: "failed" | "pending" | "successful" | (string & {});
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            credited: boolean;
        };
        CreditInvoiceBody: {
            /** @description The id or the number of the invoice */
            id: string;
            /**
             * @description What is written off, at most what is due
             * @example 2500.5
             */
            amount: number | string;
            reason: string;
        };
        Customer: {
            email: string;
            name: string | null;
            first_payment_at: string;
            last_payment_at: string;
            payments: number;
            failed_payments: number;
            paid: {
                currency: string;
                amount: number;
            }[];
        };
        CustomerDto: {
            /** Format: email */
            email?: string;
            name?: string;
        };
        DeleteBankBody: {
            id: number;
        };
        Delivery: {
            id: string;
            webhook_id: string;
            event_id: string;
            event: string;
            sequence: number | null;
            object_id: string | null;
            object_sequence: number | null;
            status: "delivered" | "failed" | "pending" | (string & {});
            /** Format: date-time */
            next_attempt_at: string | null;
            replay_id: string | null;
            /** Format: date-time */
            created_at: string;
            attempts: components["schemas"]["Attempt"][];
        };
        DeliveryDetail: {
            body: string;
            answer: string | null;
            id: string;
            webhook_id: string;
            event_id: string;
            event: string;
            sequence: number | null;
            object_id: string | null;
            object_sequence: number | null;
            status: "delivered" | "failed" | "pending" | (string & {});
            /** Format: date-time */
            next_attempt_at: string | null;
            replay_id: string | null;
            /** Format: date-time */
            created_at: string;
            attempts: components["schemas"]["Attempt"][];
        };
        DepositConfirmedEvent: {
            /** @constant */
            event: "deposit.confirmed";
            data: {
                /**
                 * Format: uuid
                 * @description the transaction in the history
                 */
                transaction_id: string;
                /** @description as its initiation answered it; of a transfer to the account number: va_ and the owner */
                tx_ref: string;
                /** @description what was credited */
                amount: number;
                /** @description of the wallet */
                currency: string;
                /** @description the company that collected it */
                gateway: string;
                /**
                 * Format: uuid
                 * @description the wallet
                 */
                wallet_id: string;
                /** @description its balance right after */
                new_balance: number;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        DepositMethod: "checkout" | "gateway" | (string & {});
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
        DisputeBody: {
            /** Format: uuid */
            uuid: string;
            reason: string;
            /** @description An https address or text; never fetched */
            evidence?: string;
        };
        DisputeResponseBody: {
            /** Format: uuid */
            dispute_uuid: string;
            response: string;
        };
        Document: {
            id: string;
            doc_type: "address_proof" | "business_registration" | "drivers_license" | "national_id" | "passport" | "selfie" | (string & {});
            tier: components["schemas"]["Tier"];
            status: "approved" | "pending" | "rejected" | (string & {}) | null;
            reject_reason: string | null;
            /** Format: date-time */
            uploaded_at: string;
            /** Format: date-time */
            reviewed_at: string | null;
            expires_on: string | null;
            expired: boolean;
            can_retry: boolean;
            final: boolean;
        };
        EndSessionDto: {
            /** Format: uuid */
            id: string;
        };
        EndpointIdDto: {
            /**
             * Format: uuid
             * @description In the query or in the body
             */
            id?: string;
        };
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
        EscrowBody: {
            /** Format: uuid */
            uuid: string;
        };
        EscrowDisputedEvent: {
            /** @constant */
            event: "escrow.disputed";
            data: {
                /**
                 * Format: uuid
                 * @description the escrow
                 */
                uuid: string;
                /** @description what is held for the beneficiary */
                amount: number;
                /** @description paid on top by the initiator */
                fee: number;
                /** @description of the escrow */
                currency: string;
                /** @description user tag of the payer, else the e-mail address; null where neither is known */
                initiator: string | null;
                /** @description user tag of the payee */
                beneficiary: string;
                /** @description where it comes from a checkout session */
                checkout_session_id: string | null;
                /** @description true in test mode */
                is_test: boolean;
                /** @description of the escrow */
                status: "disputed" | (string & {});
                /** @description what it is about */
                dispute: {
                    /**
                     * Format: uuid
                     * @description the dispute
                     */
                    dispute_uuid: string;
                    /** @description of the dispute */
                    status: "open" | (string & {});
                    /** @description who raised it */
                    raised_by: "initiator" | "beneficiary" | (string & {});
                    /** @description in their words */
                    reason: string;
                    /** @description an https address or text, as given; we never open it */
                    evidence: string | null;
                    /**
                     * Format: date-time
                     * @description when it is to be resolved at the latest: 48 hours after it was raised
                     */
                    resolve_by: string;
                };
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        EscrowFundedEvent: {
            /** @constant */
            event: "escrow.funded";
            data: {
                /**
                 * Format: uuid
                 * @description the escrow
                 */
                uuid: string;
                /** @description what is held for the beneficiary */
                amount: number;
                /** @description paid on top by the initiator */
                fee: number;
                /** @description of the escrow */
                currency: string;
                /** @description user tag of the payer, else the e-mail address; null where neither is known */
                initiator: string | null;
                /** @description user tag of the payee */
                beneficiary: string;
                /** @description where it comes from a checkout session */
                checkout_session_id: string | null;
                /** @description true in test mode */
                is_test: boolean;
                /** @description of the escrow */
                status: "funded" | (string & {});
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        EscrowRecord: {
            role: components["schemas"]["EscrowRole"];
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
        EscrowReleasedEvent: {
            /** @constant */
            event: "escrow.released";
            data: {
                /**
                 * Format: uuid
                 * @description the escrow
                 */
                uuid: string;
                /** @description what is held for the beneficiary */
                amount: number;
                /** @description paid on top by the initiator */
                fee: number;
                /** @description of the escrow */
                currency: string;
                /** @description user tag of the payer, else the e-mail address; null where neither is known */
                initiator: string | null;
                /** @description user tag of the payee */
                beneficiary: string;
                /** @description where it comes from a checkout session */
                checkout_session_id: string | null;
                /** @description true in test mode */
                is_test: boolean;
                /** @description of the escrow */
                status: "released" | (string & {});
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        EscrowResolvedEvent: {
            /** @constant */
            event: "escrow.resolved";
            data: {
                /**
                 * Format: uuid
                 * @description the escrow
                 */
                uuid: string;
                /** @description what is held for the beneficiary */
                amount: number;
                /** @description paid on top by the initiator */
                fee: number;
                /** @description of the escrow */
                currency: string;
                /** @description user tag of the payer, else the e-mail address; null where neither is known */
                initiator: string | null;
                /** @description user tag of the payee */
                beneficiary: string;
                /** @description where it comes from a checkout session */
                checkout_session_id: string | null;
                /** @description true in test mode */
                is_test: boolean;
                /** @description of the escrow */
                status: "released" | "refunded" | "resolved_split" | (string & {});
                /** @description what was decided */
                resolution: "release" | "refund" | "split" | (string & {});
                /** @description what the beneficiary got */
                beneficiary_amount: number;
                /** @description what went back to the initiator; the fee is in it where all was refunded */
                initiator_amount: number;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        EscrowRole: "beneficiary" | "initiator" | (string & {});
        ExamineEndpoint: {
            /** Format: uuid */
            id: string;
        };
        Exchange: {
            request: string;
            status: number | null;
            latency_ms: number;
            outcome: "duplicate" | "handled" | (string & {}) | null;
            error?: string;
        };
        Explanation: {
            object: components["schemas"]["StoryObject"];
            summary: components["schemas"]["StorySummary"];
            entries: components["schemas"]["StoryEntry"][];
            related: components["schemas"]["StoryObject"][];
            gaps: components["schemas"]["StoryGap"][];
            next_cursor: string | null;
        };
        ExportQuery: {
            /**
             * @description All wallets where absent
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @enum {string} */
            type?: "deposit" | "transfer" | "payout" | "payout_refund" | "escrow_lock" | "escrow_release" | "escrow_refund" | "checkout" | "subscription" | "payroll" | "invoice" | "refund" | "chargeback" | "fee" | "adjustment" | "balance_given_up" | "reversal" | "unapplied_credit";
            /** @description First day, or earliest time */
            from?: string;
            /** @description Last day, or the time before which */
            to?: string;
            /**
             * @description csv where absent
             * @enum {string}
             */
            format?: "csv" | "json";
        };
        FeedEvent: {
            id: string;
            sequence: number;
            event: string;
            data: {
                [key: string]: unknown;
            };
            timestamp: number;
            created_at: string;
            object_id: string | null;
            object_sequence: number | null;
            on_request: boolean;
        };
        ForgotPasswordDto: {
            /** Format: email */
            email: string;
        };
        FulfillBody: {
            request_id: number;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        Fulfilled: {
            request_id: number;
            status: "cancelled" | "declined" | "expired" | "paid" | "pending" | (string & {});
            recipient: {
                usertag: string;
                name: string;
            };
            new_balance: number;
            rate?: number;
            transaction_id: string;
            amount: number;
            fee: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            received_amount: number;
            received_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
        };
        FxConvertBody: {
            /** @enum {string} */
            from: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @enum {string} */
            to: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @example 2500.5 */
            amount: number | string;
        };
        Guest: {
            usertag: null;
            name: string | null;
            email: string | null;
        };
        GuestBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * Format: email
             * @description Required to pay into escrow: the buyer's own address, with X-Buyer-Token from confirm-buyer
             */
            buyer_email?: string;
        };
        InitDto: {
            /** @example 2500.5 */
            amount: number | string;
            /**
             * @description Default: that of the account's primary wallet
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /**
             * @description auto picks gateway
             * @enum {string}
             */
            method?: "auto" | "gateway" | "checkout";
            /**
             * Format: uri
             * @description Where the buyer goes after a bank page or the hosted page
             */
            redirect_url?: string;
        };
        InitiateWithdrawalBody: {
            /**
             * @description wire is refused: such accounts can be saved only
             * @enum {string}
             */
            method: "bank" | "extwallet" | "mobile_money" | "wire";
            /**
             * @description What is converted and paid out; the fee comes on top
             * @example 2500.5
             */
            amount: number | string;
            /**
             * @description The wallet that pays; the primary one where absent
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            details: components["schemas"]["PayoutDetails"];
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        Initiated: {
            checkout_url?: string;
            tx_ref: string;
            method: components["schemas"]["DepositMethod"];
            status: "failed" | "pending" | "successful" | (string & {});
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
        };
        Invitation: {
            invitation_id: string;
            email: string;
            role: "admin" | "developer" | "finance" | "support" | (string & {});
            invited_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        InviteMemberDto: {
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "admin" | "developer" | "finance" | "support";
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        InvoiceBody: {
            /** @description The id or the number of the invoice */
            id: string;
        };
        InvoiceDetail: {
            payments: {
                session_id: string;
                method: string;
                amount: number;
                overpaid: number;
                paid_at: string;
            }[];
            credit_notes: {
                number: string;
                amount: number;
                reason: string;
                kind: "refund" | "write_off" | (string & {});
                refund_id: string | null;
                created_at: string;
            }[];
            mails: {
                type: string;
                recipient: string;
                status: string | null;
                created_at: string;
                ended_at: string | null;
                pdf_sha256: string[];
            }[];
            items: {
                description: string;
                quantity: number;
                unit_price: number;
                tax_rate: number | null;
                amount: number;
                tax: number;
            }[];
            taxes: {
                tax_rate: number;
                tax: number;
            }[];
            discount_percent: number;
            notes: string | null;
            language: string;
            reminders: boolean;
            qr_svg: string;
            refunded_amount?: number;
            id: string;
            invoice_number: string;
            status: "draft" | "overdue" | "paid" | "sent" | "void" | (string & {});
            payment_url: string;
            payable: boolean;
            needs: components["schemas"]["Need"];
            client_name: string;
            client_email: string;
            currency_code: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            subtotal: number;
            discount: number;
            tax: number;
            total: number;
            amount_paid: number;
            amount_credited: number;
            amount_due: number;
            overpaid: number;
            allow_partial: boolean;
            due_date: string | null;
            is_test: boolean;
            created_at: string;
            sent_at: string | null;
            paid_at: string | null;
            voided_at: string | null;
        };
        InvoiceOverdueEvent: {
            /** @constant */
            event: "invoice.overdue";
            data: {
                /** @description as its creation answered it */
                invoice_number: string;
                /** @description to whom it was sent */
                client_email: string;
                /** @description the total */
                amount: number;
                /** @description of the invoice */
                currency_code: string;
                /** @description true in test mode */
                is_test: boolean;
                /** @description what is still to be paid */
                amount_due: number;
                /** @description the last day on which it was not overdue (UTC) */
                due_date: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        InvoicePaidEvent: {
            /** @constant */
            event: "invoice.paid";
            data: {
                /** @description as its creation answered it */
                invoice_number: string;
                /** @description to whom it was sent */
                client_email: string;
                /** @description the total */
                amount: number;
                /** @description of the invoice */
                currency_code: string;
                /** @description true in test mode */
                is_test: boolean;
                /** @description what was paid of it */
                amount_paid: number;
                /** @description what was written off by credit notes */
                amount_credited: number;
                /**
                 * Format: date-time
                 * @description when it was paid
                 */
                paid_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        InvoicesInvoice: {
            refunded_amount?: number;
            id: string;
            invoice_number: string;
            status: "draft" | "overdue" | "paid" | "sent" | "void" | (string & {});
            payment_url: string;
            payable: boolean;
            needs: components["schemas"]["Need"];
            client_name: string;
            client_email: string;
            currency_code: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            subtotal: number;
            discount: number;
            tax: number;
            total: number;
            amount_paid: number;
            amount_credited: number;
            amount_due: number;
            overpaid: number;
            allow_partial: boolean;
            due_date: string | null;
            is_test: boolean;
            created_at: string;
            sent_at: string | null;
            paid_at: string | null;
            voided_at: string | null;
        };
        ItemBody: {
            description: string;
            /** @example 7.5 */
            quantity: number | string;
            /**
             * @description Major units
             * @example 2500.5
             */
            unit_price: number | string;
            /**
             * @description Percent, after the discount
             * @example 7.5
             */
            tax_rate?: number | string;
        };
        KycApprovedEvent: {
            /** @constant */
            event: "kyc.approved";
            data: {
                /**
                 * Format: uuid
                 * @description the account
                 */
                user_id: string;
                /** @description for which the document was uploaded */
                tier: number;
                /** @description what the document is */
                doc_type: "passport" | "national_id" | "drivers_license" | "selfie" | "address_proof" | "business_registration" | (string & {});
                /** @description of the account, after the decision */
                level: number;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        KycRejectedEvent: {
            /** @constant */
            event: "kyc.rejected";
            data: {
                /**
                 * Format: uuid
                 * @description the account
                 */
                user_id: string;
                /** @description for which the document was uploaded */
                tier: number;
                /** @description what the document is */
                doc_type: "passport" | "national_id" | "drivers_license" | "selfie" | "address_proof" | "business_registration" | (string & {});
                /** @description of the account, after the decision */
                level: number;
                /** @description as staff gave it to the account */
                reason?: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        LeaveTeamDto: {
            /**
             * Format: uuid
             * @description The account that the session acts for, unless given
             */
            account_id?: string;
        };
        Link: {
            id: string;
            code: string;
            url: string;
            title: string;
            description: string | null;
            amount: number | null;
            min_amount: number | null;
            max_amount: number | null;
            suggested_amounts: number[];
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            success_url: string | null;
            max_uses: number | null;
            uses: number;
            places_left: number | null;
            expires_at: string | null;
            metadata: {
                [key: string]: unknown;
            };
            active: boolean;
            payable: boolean;
            needs: components["schemas"]["Need"];
            is_test: boolean;
            created_at: string;
        };
        LinkDetail: {
            qr_svg: string;
            id: string;
            code: string;
            url: string;
            title: string;
            description: string | null;
            amount: number | null;
            min_amount: number | null;
            max_amount: number | null;
            suggested_amounts: number[];
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            success_url: string | null;
            max_uses: number | null;
            uses: number;
            places_left: number | null;
            expires_at: string | null;
            metadata: {
                [key: string]: unknown;
            };
            active: boolean;
            payable: boolean;
            needs: components["schemas"]["Need"];
            is_test: boolean;
            created_at: string;
        };
        ListedActivity: {
            /** Format: date-time */
            at: string;
            user_id: string;
            name: string;
            role: "admin" | "developer" | "finance" | "owner" | "support" | (string & {});
            action: string;
            subject: string | null;
            address: string;
            request_id: string;
            outcome: string;
        };
        ListedTransaction: {
            uuid: string;
            type: string;
            direction: string;
            amount: number;
            fee: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            status: string;
            balance_after: number;
            description: string | null;
            reference: string | null;
            counterparty: {
                usertag: string;
                name: string;
                type: "business" | "personal" | (string & {});
            } | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            created_at: string;
            wallet_id: string;
            bucket: "available" | "locked" | (string & {});
        };
        LoggedRequest: {
            request_id: string;
            /** Format: date-time */
            at: string;
            app_id: string | null;
            user_id: string | null;
            mode: components["schemas"]["Mode"];
            operation: string;
            status: number;
            error_code: string | null;
            ms: number;
            address: string;
            replayed: boolean;
            object_id: string | null;
            sampled: number;
        };
        LoginDto: {
            /** Format: email */
            email: string;
            password: string;
            /** @description Where two-factor is on */
            totp_code?: string | number;
        };
        MadeRequest: {
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            recipient: {
                usertag: string;
                name: string;
            };
            expires_at: string;
            request_id: number;
            status: "cancelled" | "declined" | "expired" | "paid" | "pending" | (string & {});
        };
        MarkReadDto: {
            id: number;
        };
        Me: {
            user: {
                id: string;
                email: string;
                first_name: string;
                last_name: string;
                email_verified: boolean;
                two_factor_enabled: boolean;
                pin_set: boolean;
            };
            account: {
                id: string;
                name: string;
                account_type: "business" | "personal" | (string & {});
                role: "admin" | "developer" | "finance" | "owner" | "support" | (string & {});
            };
            staff_role: "admin" | "compliance" | "finance" | "support" | (string & {}) | null;
            actions: string[];
            attention: components["schemas"]["Attention"][];
            /** Format: date-time */
            proved_until: string | null;
            kyb_status: string;
            modes: {
                live: components["schemas"]["AppName"][];
                test: components["schemas"]["AppName"][];
            };
        };
        Member: {
            user_id: string;
            email: string;
            name: string;
            role: "admin" | "developer" | "finance" | "owner" | "support" | (string & {});
            two_factor: boolean;
            /** Format: date-time */
            joined_at: string | null;
        };
        MissingStep: "address_proof" | "bvn" | "identity_document" | "selfie" | (string & {});
        Mode: "live" | "test" | (string & {});
        MySubscription: {
            role: "customer" | "payer" | (string & {});
            autopay: {
                amount: number;
                currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                authorized_at: string;
            } | null;
            customer: {
                email: string;
                name: string | null;
            } | null;
            manage_url: string | null;
            amount_due: number | null;
            unpaid_invoice: {
                invoice_id: string;
                status: "created" | "failed" | "paid" | (string & {});
                amount: number;
                currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                due_at: string;
                checkout_url: string | null;
            } | null;
            plan_name: string;
            merchant: {
                name: string;
            };
            subscription_id: string;
            plan_id: string;
            billing_mode: "card_token" | "invoice" | "wallet_auto" | (string & {});
            status: "active" | "cancelled" | "past_due" | "trialing" | (string & {});
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            interval: "daily" | "monthly" | "weekly" | "yearly" | (string & {});
            interval_count: number;
            current_period_start: string;
            current_period_end: string;
            next_billing_at: string | null;
            trial_end: string | null;
            scheduled_change: {
                plan_id: string;
                effective_at: string;
            } | "" | null;
            pending_change: {
                plan_id: string;
                invoice_id: string | null;
            } | "" | null;
            credit: number;
            cancel_at_period_end: boolean;
            cancelled_at: string | null;
            cancellation_reason: "cancel_at_period_end" | "customer_cancelled" | "duplicate" | "merchant_cancelled" | "payment_failed" | (string & {}) | null;
            wallet_authorized: boolean;
            autopay_revoked_at: string | null;
            mandate_amount: number | null;
            has_saved_card: boolean;
            is_test: boolean;
            created_at: string;
        };
        Need: "kyb" | (string & {}) | null;
        NotMeDto: {
            /** @description From the mail */
            token: string;
        };
        Notification: {
            id: number;
            type: string;
            title: string;
            body: string;
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            read_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Object: Record<string, unknown>;
        OutstandingDeliveries: {
            webhook_id: string;
            deliveries: number;
        };
        OwnSubscription: {
            plan_name: string;
            merchant: {
                name: string;
            };
            amount_due: number;
            unpaid_invoice: {
                invoice_id: string;
                status: "created" | "failed" | "paid" | (string & {});
                amount: number;
                currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                due_at: string;
                checkout_url: string | null;
            } | null;
            subscription_id: string;
            plan_id: string;
            customer: {
                email: string;
                name: string | null;
            };
            billing_mode: "card_token" | "invoice" | "wallet_auto" | (string & {});
            status: "active" | "cancelled" | "past_due" | "trialing" | (string & {});
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            interval: "daily" | "monthly" | "weekly" | "yearly" | (string & {});
            interval_count: number;
            current_period_start: string;
            current_period_end: string;
            next_billing_at: string | null;
            trial_end: string | null;
            scheduled_change: {
                plan_id: string;
                effective_at: string;
            } | "" | null;
            pending_change: {
                plan_id: string;
                invoice_id: string | null;
            } | "" | null;
            credit: number;
            cancel_at_period_end: boolean;
            cancelled_at: string | null;
            cancellation_reason: "cancel_at_period_end" | "customer_cancelled" | "duplicate" | "merchant_cancelled" | "payment_failed" | (string & {}) | null;
            manage_url: string | null;
            wallet_authorized: boolean;
            autopay_revoked_at: string | null;
            mandate_amount: number | null;
            has_saved_card: boolean;
            is_test: boolean;
            created_at: string;
        };
        OwnSubscriptionBody: {
            /** @description sub_live_… */
            subscription_id: string;
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
        Paid: {
            new_balance: number;
            is_test: boolean;
            charged?: string;
            rate?: number;
            session_id: string;
            status: string;
            gateway: string;
            debited_amount: number;
            debited_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
        };
        Party: {
            usertag: string;
            name: string;
        };
        PayCardBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * Format: email
             * @description Required to pay into escrow: the buyer's own address, with X-Buyer-Token from confirm-buyer
             */
            buyer_email?: string;
            card: components["schemas"]["CardDto"];
        };
        PayCardCancelBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /** @description As pay-card or a later step returned it */
            gw_ref: string;
        };
        PayCardSubmitBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * Format: email
             * @description Required to pay into escrow: the buyer's own address, with X-Buyer-Token from confirm-buyer
             */
            buyer_email?: string;
            /** @description As pay-card or a later step returned it */
            gw_ref: string;
            /** @description Card PIN or OTP */
            otp: string | number;
            /**
             * @description The step that the code is for; a code for a step that has passed is not sent
             * @enum {string}
             */
            auth_mode?: "pin" | "otp";
        };
        PayMobileMoneyBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * Format: email
             * @description Required to pay into escrow: the buyer's own address, with X-Buyer-Token from confirm-buyer
             */
            buyer_email?: string;
            /** @description With its country code, or as dialled in the country of the currency */
            phone: string | number;
            network: string;
        };
        PayUssdBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * Format: email
             * @description Required to pay into escrow: the buyer's own address, with X-Buyer-Token from confirm-buyer
             */
            buyer_email?: string;
            /**
             * @description The buyer's bank, one of ussd-banks; 044 unless given
             * @enum {string}
             */
            bank_code?: "044" | "050" | "070" | "011" | "214" | "058" | "082" | "221" | "232" | "032" | "033" | "215" | "035" | "057";
        };
        PayWalletBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /** @description The buyer's transaction PIN; in the sandbox 1234 pays, 0000 is short */
            pin: string | number;
            /**
             * @description Which wallet pays; absent: the session currency's where it holds enough, else the primary one
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /**
             * @description The amount of the quote the buyer confirmed; where it has changed, 409 and nothing is taken
             * @example 2500.5
             */
            quoted_amount?: number | string;
        };
        Payment: {
            failure: string | null;
            received: {
                amount: number;
                currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                set_aside: "already-paid" | "amount-mismatch" | "escrow-returned" | "expired" | "not-due" | "payee-closed" | (string & {}) | null;
                outcome: string | null;
            } | null;
            simulate_url?: string;
            method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {});
            state: components["schemas"]["PaymentState"];
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            expires_at: string | null;
            instructions: {
                account_number: string;
                bank_name: string;
                account_name: string | null;
                note: string | null;
            } | {
                phone: string;
                network: string;
            } | {
                ussd_code: string;
                bank_code: string;
            } | null;
        };
        PaymentFailedEvent: {
            /** @constant */
            event: "payment.failed";
            data: {
                /** @description the checkout session, as its creation answered it */
                session_id: string;
                /** @description your reference, as supplied */
                order_ref: string | null;
                /** @description matches the event */
                status: "failed" | (string & {});
                /** @description the face amount, in the session’s currency whatever the buyer paid in */
                amount: number;
                /** @description of the session */
                currency: string;
                /** @description the company that processed it; `wallet` or `extwallet` for payments from a wallet */
                gateway: string;
                /** @description `card`, `bank_transfer`, `ussd`, `mobile_money`, `wallet` or `extwallet`: how it was paid */
                payment_method: string;
                /** @description as supplied or given on the page */
                customer_email: string | null;
                /** @description whether the money is held until the buyer releases it */
                escrow: boolean;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /** @description how the attempt ended: `declined`, `abandoned`, `rejected` (the gateway refused the request), `not_found` (it never arrived) or `amount_mismatch` (another amount was taken, and set aside) */
                gateway_status: string;
                /** @description true where a public key made the session: then compare amount and order */
                is_public?: boolean;
                /** @description where a billing cycle made the session */
                subscription_id?: string;
                /** @description where a billing cycle made the session */
                subscription_invoice_id?: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        PaymentState: "cancelled" | "confirming" | "failed" | "refunded" | "set_aside" | "successful" | "waiting" | (string & {});
        PaymentSuccessEvent: {
            /** @constant */
            event: "payment.success";
            data: {
                /** @description the checkout session, as its creation answered it */
                session_id: string;
                /** @description your reference, as supplied */
                order_ref: string | null;
                /** @description matches the event */
                status: "success" | (string & {});
                /** @description the face amount, in the session’s currency whatever the buyer paid in */
                amount: number;
                /** @description of the session */
                currency: string;
                /** @description the company that processed it; `wallet` or `extwallet` for payments from a wallet */
                gateway: string;
                /** @description `card`, `bank_transfer`, `ussd`, `mobile_money`, `wallet` or `extwallet`: how it was paid */
                payment_method: string;
                /** @description as supplied or given on the page */
                customer_email: string | null;
                /** @description whether the money is held until the buyer releases it */
                escrow: boolean;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was paid
                 */
                paid_at: string;
                /** @description who paid, where it was from a wallet */
                paid_by_email?: string;
                /** @description true where a public key made the session: then compare amount and order */
                is_public?: boolean;
                /** @description where a billing cycle made the session */
                subscription_id?: string;
                /** @description where a billing cycle made the session */
                subscription_invoice_id?: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        PayoutCompletedEvent: {
            /** @constant */
            event: "payout.completed";
            data: {
                /**
                 * Format: uuid
                 * @description the withdrawal, as payout.php?action=initiate answered it
                 */
                transaction_id: string;
                /** @description what left the wallet, without the fee */
                amount: number;
                /** @description paid on top */
                fee: number;
                /** @description of the wallet */
                currency: string;
                /** @description how it is paid out */
                method: "bank" | "extwallet" | "mobile_money" | (string & {});
                /** @description of the withdrawal */
                status: "completed" | (string & {});
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        PayoutDetails: {
            /** @description bank: a saved account */
            bank_id?: number;
            /**
             * Format: email
             * @description extwallet
             */
            extwallet_email?: string;
            /** @description mobile_money */
            phone?: string | number;
            /**
             * @description mobile_money
             * @enum {string}
             */
            network?: "MPESA" | "MTN" | "AIRTEL" | "VODAFONE" | "TIGO";
        };
        PayoutFailedEvent: {
            /** @constant */
            event: "payout.failed";
            data: {
                /**
                 * Format: uuid
                 * @description the withdrawal, as payout.php?action=initiate answered it
                 */
                transaction_id: string;
                /** @description what left the wallet, without the fee */
                amount: number;
                /** @description paid on top */
                fee: number;
                /** @description of the wallet */
                currency: string;
                /** @description how it is paid out */
                method: "bank" | "extwallet" | "mobile_money" | (string & {});
                /** @description of the withdrawal */
                status: "failed" | (string & {});
                /** @description why it failed */
                reason: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        PayoutMethod: "bank" | "extwallet" | "mobile_money" | (string & {});
        PayoutReturnedEvent: {
            /** @constant */
            event: "payout.returned";
            data: {
                /**
                 * Format: uuid
                 * @description the withdrawal, as payout.php?action=initiate answered it
                 */
                transaction_id: string;
                /** @description what left the wallet, without the fee */
                amount: number;
                /** @description paid on top */
                fee: number;
                /** @description of the wallet */
                currency: string;
                /** @description how it is paid out */
                method: "bank" | "extwallet" | "mobile_money" | (string & {});
                /** @description of the withdrawal */
                status: "completed" | (string & {});
                /** @description what was credited, in the currency of the wallet; the fee is kept */
                credited_amount: number;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        PayoutsAccountType: "bank" | "extwallet" | "wire" | (string & {});
        PayrollCompletedEvent: {
            /** @constant */
            event: "payroll.completed";
            data: {
                /**
                 * Format: uuid
                 * @description the batch
                 */
                batch_id: string;
                /** @description as given */
                batch_name: string | null;
                /** @description what all recipients got */
                total: number;
                /** @description the same as `total` */
                total_amount: number;
                /** @description how many were paid */
                count: number;
                /** @description the same as `count` */
                recipient_count: number;
                /** @description of the batch */
                currency_code: string;
                /**
                 * Format: date-time
                 * @description when it was processed
                 */
                completed_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        PayrollRow: {
            /** @description User tag, e-mail address or phone number */
            recipient: string | number;
            /**
             * @description Major units, in the currency of the batch
             * @example 2500.5
             */
            amount: number | string;
            /** @description Shown in both histories; the name of the batch where absent */
            note?: string;
        };
        Plan: {
            plan_id: string;
            name: string;
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            interval: "daily" | "monthly" | "weekly" | "yearly" | (string & {});
            interval_count: number;
            trial_days: number;
            metadata: {
                [key: string]: unknown;
            };
            active: boolean;
            is_test: boolean;
            created_at: string;
        };
        PlanChange: {
            plan_id: string;
            when: "now" | "period_end" | (string & {});
            effective_at: string | null;
            credit: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            next_invoices: {
                due_at: string;
                price: number;
                credit: number;
                amount: number;
            }[];
            authorization_required: boolean;
        };
        PricedWallet: {
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            balance: string;
            is_primary: boolean;
            amount: number | null;
            rate: number | null;
            sufficient: boolean;
        };
        Quote: {
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            rate: number;
            balance: string;
            sufficient: boolean;
        };
        RedeliverBody: {
            /** Format: uuid */
            delivery_id: string;
        };
        Redelivery: {
            delivery_id: string;
            event_id: string;
            attempt: number;
            status: number | null;
            delivered: boolean;
            error?: string;
        };
        RefreshTokenDto: {
            refresh_token: string;
        };
        Refund: {
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
            failure: string | null;
            is_test: boolean;
            created_at: string;
            completed_at: string | null;
            returned_at: string | null;
        };
        RefundBody: {
            /** @description Shown to the payer */
            reason?: string;
            /** @description Your reference; a second refund with it is refused */
            refund_ref?: string;
            /**
             * Format: email
             * @description Where the payer is written to; that of the payment unless given
             */
            customer_email?: string;
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * @description Major units, in the currency of the session. All that is left unless given
             * @example 2500.5
             */
            amount?: number | string;
        };
        RefundBodyB: {
            /** @description Shown to the payer */
            reason?: string;
            /** @description Your reference; a second refund with it is refused */
            refund_ref?: string;
            /**
             * Format: email
             * @description Where the payer is written to; that of the payment unless given
             */
            customer_email?: string;
            /** @description session_token, as create answered it */
            token: string;
            /** @description Smallest units: kobo, cents, pence. All that is left unless given */
            amount?: number;
            /** @description The same as X-Idempotency-Key */
            idempotency_key?: string;
        };
        RefundCompletedEvent: {
            /** @constant */
            event: "refund.completed";
            data: {
                /** @description the refund */
                refund_id: string;
                /** @description the checkout session that was paid; null for a charge without one */
                session_id: string | null;
                /** @description the subscription invoice, where it was charged without a session */
                invoice_id: string | null;
                /** @description your reference of the session */
                order_ref: string | null;
                /** @description your reference of the refund */
                refund_ref: string | null;
                /** @description of the refund */
                status: "completed" | (string & {});
                /** @description what goes back of the price */
                amount: number;
                /** @description of the price */
                currency: string;
                /** @description what the payer gets, in the currency that was paid */
                returned_amount: number;
                /** @description that was paid */
                returned_currency: string;
                /** @description what it costs you, in the currency of the price */
                debited_amount: number;
                /** @description how it was paid */
                method: string;
                /** @description as given */
                reason: string | null;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was created
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description when it was completed
                 */
                completed_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        RefundCreatedEvent: {
            /** @constant */
            event: "refund.created";
            data: {
                /** @description the refund */
                refund_id: string;
                /** @description the checkout session that was paid; null for a charge without one */
                session_id: string | null;
                /** @description the subscription invoice, where it was charged without a session */
                invoice_id: string | null;
                /** @description your reference of the session */
                order_ref: string | null;
                /** @description your reference of the refund */
                refund_ref: string | null;
                /** @description of the refund */
                status: "pending" | (string & {});
                /** @description what goes back of the price */
                amount: number;
                /** @description of the price */
                currency: string;
                /** @description what the payer gets, in the currency that was paid */
                returned_amount: number;
                /** @description that was paid */
                returned_currency: string;
                /** @description what it costs you, in the currency of the price */
                debited_amount: number;
                /** @description how it was paid */
                method: string;
                /** @description as given */
                reason: string | null;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was created
                 */
                created_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        RefundDetail: {
            account_url: string | null;
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
            failure: string | null;
            is_test: boolean;
            created_at: string;
            completed_at: string | null;
            returned_at: string | null;
        };
        RefundFailedEvent: {
            /** @constant */
            event: "refund.failed";
            data: {
                /** @description the refund */
                refund_id: string;
                /** @description the checkout session that was paid; null for a charge without one */
                session_id: string | null;
                /** @description the subscription invoice, where it was charged without a session */
                invoice_id: string | null;
                /** @description your reference of the session */
                order_ref: string | null;
                /** @description your reference of the refund */
                refund_ref: string | null;
                /** @description of the refund */
                status: "failed" | (string & {});
                /** @description what goes back of the price */
                amount: number;
                /** @description of the price */
                currency: string;
                /** @description what the payer gets, in the currency that was paid */
                returned_amount: number;
                /** @description that was paid */
                returned_currency: string;
                /** @description what it costs you, in the currency of the price */
                debited_amount: number;
                /** @description how it was paid */
                method: string;
                /** @description as given */
                reason: string | null;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was created
                 */
                created_at: string;
                /** @description why it failed */
                failure: string;
                /**
                 * Format: date-time
                 * @description when it failed
                 */
                failed_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        RefundInvoiceBody: {
            /** @description Shown to the payer */
            reason?: string;
            /** @description Your reference; a second refund with it is refused */
            refund_ref?: string;
            /**
             * Format: email
             * @description Where the payer is written to; that of the payment unless given
             */
            customer_email?: string;
            /** @description inv_live_… or inv_test_… */
            invoice_id: string;
            /**
             * @description Major units. All that is left unless given
             * @example 2500.5
             */
            amount?: number | string;
        };
        RefundReturnedEvent: {
            /** @constant */
            event: "refund.returned";
            data: {
                /** @description the refund */
                refund_id: string;
                /** @description the checkout session that was paid; null for a charge without one */
                session_id: string | null;
                /** @description the subscription invoice, where it was charged without a session */
                invoice_id: string | null;
                /** @description your reference of the session */
                order_ref: string | null;
                /** @description your reference of the refund */
                refund_ref: string | null;
                /** @description of the refund, which stays completed */
                status: "completed" | (string & {});
                /** @description what goes back of the price */
                amount: number;
                /** @description of the price */
                currency: string;
                /** @description what the payer gets, in the currency that was paid */
                returned_amount: number;
                /** @description that was paid */
                returned_currency: string;
                /** @description what it costs you, in the currency of the price */
                debited_amount: number;
                /** @description how it was paid */
                method: string;
                /** @description as given */
                reason: string | null;
                /** @description true in test mode, which moves no money */
                is_test: boolean;
                /** @description as supplied; `{}` where nothing was */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description when it was created
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description when it came back
                 */
                returned_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        RefundStatus: "completed" | "failed" | "pending" | (string & {});
        RegisterDto: {
            /** @enum {string} */
            account_type: "personal" | "business";
            /** Format: email */
            email: string;
            password: string;
            first_name: string;
            last_name: string;
            /** @description Required of businesses */
            business_name?: string;
            /** @description International, or as dialled in country_code */
            phone?: string | number;
            /** @description Default NG */
            country_code?: string;
            /**
             * @description Of the primary wallet, default NGN
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /** @description Made from the name where absent */
            usertag?: string;
            referral_code?: string;
        };
        ReleaseEscrowBody: {
            /** Format: uuid */
            uuid: string;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        RemoveMemberDto: {
            /**
             * Format: uuid
             * @description Of a member
             */
            user_id: string;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        Replay: {
            id: string;
            webhook_id: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
            types: string[];
            status: "delivered" | "failed" | "missing" | (string & {}) | null;
            state: "done" | "running" | (string & {});
            total: number;
            delivered: number;
            failed: number;
            under_way: number;
            waiting: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
        };
        ReplayBody: {
            /** Format: uuid */
            webhook_id: string;
            /**
             * Format: date-time
             * @description Events from this time on
             */
            since: string;
            /**
             * Format: date-time
             * @description Events before this time; absent: until now
             */
            until?: string;
            /** @description Absent: those that the endpoint asks for */
            types?: string[];
            /**
             * @description Only events whose delivery stands so; missing: there was none, for the endpoint was disabled
             * @enum {string}
             */
            status?: "delivered" | "failed" | "missing";
            /** @description true counts what would be sent and sends nothing */
            dry_run?: boolean;
        };
        ReportQuery: {
            /**
             * @description The primary wallet where absent
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /**
             * @description Ends today, except custom; 30d where absent
             * @enum {string}
             */
            period?: "7d" | "30d" | "90d" | "12m" | "custom";
            /** @description First day (YYYY-MM-DD) of period=custom */
            from?: string;
            /** @description Last day (YYYY-MM-DD) of period=custom */
            to?: string;
            /** @description IANA name of the time zone of all days; UTC where absent */
            timezone?: string;
        };
        Request: {
            request_id: number;
            direction: "incoming" | "outgoing" | (string & {});
            status: "cancelled" | "declined" | "expired" | "paid" | "pending" | (string & {});
            amount: number;
            fee: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            note: string | null;
            counterparty: {
                usertag: string;
                name: string;
                type: "business" | "personal" | (string & {});
            } | null;
            transaction_id: string | null;
            created_at: string;
            expires_at: string;
            closed_at: string | null;
        };
        RequestBody: {
            request_id: number;
        };
        RequestError: {
            error_code: string;
            operation: string;
            count: number;
            /** Format: date-time */
            first_at: string;
            /** Format: date-time */
            last_at: string;
            request_id: string;
        };
        RequestPaymentBody: {
            /** @description User tag, e-mail address or phone number */
            recipient: string | number;
            /**
             * @description Inferred where absent
             * @enum {string}
             */
            recipient_type?: "usertag" | "email" | "phone";
            /** @example 2500.5 */
            amount: number | string;
            /**
             * @description The primary wallet where absent
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            note?: string;
        };
        ResendBody: {
            /**
             * Format: uuid
             * @description Signed-in people name the app; a key reads its own
             */
            app_id?: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description To this endpoint alone
             */
            webhook_id?: string;
        };
        Resent: {
            id: string;
            sequence: number;
            webhook_ids: string[];
        };
        ResetPasswordDto: {
            /** @description From the mail */
            token: string;
            password: string;
        };
        RespondBody: {
            /** @description cb_live_… or cb_test_… */
            chargeback_id: string;
            /**
             * @description accept: the payer gets the money; contest: the bank decides
             * @enum {string}
             */
            decision: "accept" | "contest";
            /** @description For the bank of the payer: what was sold, and when it was delivered */
            comment?: string;
            file_ids?: string[];
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        ReviewStatus: "approved" | "none" | "pending" | "rejected" | (string & {});
        RevokeAppDto: {
            /** Format: uuid */
            app_id: string;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        RevokeInvitationDto: {
            /** Format: uuid */
            invitation_id: string;
        };
        RotateSecretDto: {
            /** Format: uuid */
            app_id: string;
            /** @description How long the old key still works; default 24, 0 ends it at once */
            grace_hours?: number;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        RotateWebhookSecretDto: {
            /** Format: uuid */
            id: string;
            /** @description How long the old secret signs too; default 24, 0 ends it at once */
            grace_hours?: number;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        Row: {
            row: number;
            recipient: {
                usertag: string;
                name: string;
                type: "business" | "personal" | (string & {});
            };
            amount: number;
            received_amount: number;
            received_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            note: string | null;
            transaction_id: string;
        };
        RuleReport: {
            rule: string;
            sent: string;
            received: components["schemas"]["Exchange"][];
            why: string;
            fix?: string;
            mend: string;
            passed: boolean | null;
            finding: string;
        };
        Run: {
            run_id: string;
            webhook_id: string;
            status: "abandoned" | "completed" | "running" | (string & {});
            conformant: boolean | null;
            counts: {
                passed: number;
                failed: number;
                unseen: number;
            };
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            finished_at: string | null;
            rules: components["schemas"]["RuleReport"][];
        };
        SavedAccount: {
            id: number;
            type: components["schemas"]["PayoutsAccountType"];
            nickname: string | null;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            country_code: string;
            bank_name: string | null;
            account_number: string | null;
            account_name: string | null;
            bank_code: string | null;
            branch_code: string | null;
            sort_code: string | null;
            routing_number: string | null;
            account_type: "checking" | "savings" | (string & {}) | null;
            iban: string | null;
            swift: string | null;
            extwallet_email: string | null;
            verified: boolean;
            name_match: "different" | "match" | "near" | (string & {}) | null;
            settlement: "automatic" | "manual" | (string & {}) | null;
            /** Format: date-time */
            created_at: string;
        };
        SearchLimits: {
            indexed_to?: string;
            /** @constant */
            total_exact?: false;
            searched_to?: string;
        };
        Sender: {
            usertag: string;
            name: string;
            type: "business" | "personal" | (string & {});
            amount: number;
            count: number;
        };
        Session: {
            session_id: string;
            checkout_url: string | null;
            status: "completed" | "expired" | "pending" | "processing" | (string & {});
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            order_ref: string | null;
            description: string | null;
            customer: {
                email: string | null;
                name: string | null;
            } | null;
            customer_email: string | null;
            metadata: {
                [key: string]: unknown;
            };
            payment_methods: ("bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {}))[];
            success_url: string | null;
            cancel_url: string | null;
            escrow: boolean;
            escrow_fee: number | null;
            amount_due: number;
            escrow_condition: string | null;
            escrow_deadline_days: number | null;
            is_test: boolean;
            public: boolean;
            gateway: string | null;
            payment_method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {}) | null;
            created_at: string;
            expires_at: string;
            paid_at: string | null;
            refunded_amount: number;
            refund_status: "full" | "none" | "partial" | (string & {});
            state: "declined" | "expired" | "open" | "paid" | "processing" | (string & {});
            failure: string | null;
            card_brand: string | null;
            card_last4: string | null;
            origin: {
                type: string;
                id: string;
            } | null;
        };
        SessionBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
        };
        SessionListExtra: {
            counts?: {
                paid: number;
                declined: number;
                expired: number;
                open: number;
                processing: number;
            } | null;
            counts_exact?: boolean;
            indexed_to?: string;
            /** @constant */
            total_exact?: false;
            searched_to?: string;
        };
        SessionPinBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        SessionTokenBody: {
            /** @description session_token, as create answered it */
            token: string;
            /** @description The same as X-Idempotency-Key */
            idempotency_key?: string;
        };
        SetMemberRoleDto: {
            /**
             * Format: uuid
             * @description Of a member
             */
            user_id: string;
            /** @enum {string} */
            role: "admin" | "developer" | "finance" | "support";
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        SetPinDto: {
            pin: string | number;
            confirm_pin: string | number;
            /** @description To change a PIN */
            current_pin?: string | number;
        };
        SetPreferenceDto: {
            /** @enum {string} */
            key: "language" | "email_notifications" | "email_money" | "email_payments" | "email_developers";
            /** @description A language, else true or false */
            value: boolean | string;
        };
        SetPrimaryBody: {
            /** Format: uuid */
            wallet_id: string;
        };
        Settlement: "automatic" | "manual" | (string & {});
        SimulateBody: {
            /** @description sub_test_… */
            subscription_id: string;
            /**
             * @description pay, decline: the open link, by card; authorise: from a wallet, or with card_token by card; stop: charges to the wallet
             * @enum {string}
             */
            do: "pay" | "authorise" | "decline" | "stop";
        };
        SimulateChargebackBody: {
            /**
             * @description open needs session_id; all others chargeback_id
             * @enum {string}
             */
            do: "open" | "accept" | "contest" | "win" | "lose" | "reopen";
            /** @description A paid test session, or the invoice of a test subscription */
            session_id?: string;
            /** @description cb_test_… */
            chargeback_id?: string;
            /**
             * @description What is demanded, in major units of what was paid; all of it unless given
             * @example 2500.5
             */
            amount?: number | string;
        };
        Standing: {
            request_id: number;
            status: "cancelled" | "declined" | "expired" | "paid" | "pending" | (string & {});
        };
        Status: {
            level: number;
            label: string;
            status: components["schemas"]["ReviewStatus"];
            daily_limit_usd: number;
            used_today_usd: number;
            bvn_verified: boolean;
            kyb_status: components["schemas"]["ReviewStatus"];
            tiers: {
                /** @enum {number} */
                tier: 1 | 2;
                label: string;
                daily_limit_usd: number;
                missing: components["schemas"]["MissingStep"][];
                documents: components["schemas"]["Document"][];
            }[];
        };
        StopAutopayBody: {
            /** @description sub_live_… */
            subscription_id: string;
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
        SubmitKybDto: {
            /** @description As registered */
            legal_name: string;
            registration_number: string | number;
            /** @description Of the registration */
            country_code: string;
            address: string;
        };
        SubscribeBody: {
            /**
             * Format: uuid
             * @description The app of the key; of people, their only live app unless given
             */
            app_id?: string;
            /** @description plan_live_… or plan_test_… */
            plan_id: string;
            customer: components["schemas"]["SubscriberDto"];
            /**
             * @description invoice: by a link each; wallet_auto: charged to the wallet that paid a link with its PIN; card_token: charged to the card that paid a link
             * @enum {string}
             */
            billing_mode?: "invoice" | "wallet_auto" | "card_token";
            /** @description Required for card_token */
            consent?: components["schemas"]["ConsentDto"];
            /** Format: uri */
            success_url?: string;
            /** Format: uri */
            cancel_url?: string;
            /** @description Permits a second open subscription of the customer to the plan */
            allow_duplicate?: boolean;
        };
        SubscribePublicBody: {
            /**
             * Format: uri
             * @description On one of the allowed origins, where the app names any
             */
            success_url?: string;
            /**
             * Format: uri
             * @description On one of the allowed origins, where the app names any
             */
            cancel_url?: string;
            /** @description The page that sends this shows the payment page in a frame: refused where its origin cannot */
            embed?: boolean;
            /** @description In place of X-API-Key */
            public_key?: string;
            /** @description plan_live_… or plan_test_… */
            plan_id: string;
            customer: components["schemas"]["SubscriberDto"];
        };
        SubscriberDto: {
            /** Format: email */
            email: string;
            name?: string;
        };
        SubscriptionAutopayStoppedEvent: {
            /** @constant */
            event: "subscription.autopay_stopped";
            data: {
                /** @description the subscription */
                subscription_id: string;
                /** @description how it is collected now */
                billing_mode: "invoice" | (string & {});
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionBody: {
            /** @description sub_live_… or sub_test_… */
            subscription_id: string;
        };
        SubscriptionCancelScheduledEvent: {
            /** @constant */
            event: "subscription.cancel_scheduled";
            data: {
                /** @description the subscription */
                subscription_id: string;
                /** @description who cancelled */
                cancelled_by: "merchant" | "customer" | (string & {});
                /**
                 * Format: date-time
                 * @description the end of the period
                 */
                ends_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionCancelledEvent: {
            /** @constant */
            event: "subscription.cancelled";
            data: {
                /** @description the subscription */
                subscription_id: string;
                /** @description its plan */
                plan_id: string;
                /** @description why it ended */
                reason: "cancel_at_period_end" | "payment_failed" | "customer_cancelled" | "merchant_cancelled" | "duplicate" | (string & {});
                /**
                 * Format: date-time
                 * @description when it ended
                 */
                cancelled_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionCardAttachedEvent: {
            /** @constant */
            event: "subscription_card.attached";
            data: {
                /** @description the subscription */
                subscription_id: string;
                /** @description of the card */
                card_brand: string;
                /** @description its last four digits */
                card_last4: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionCreatedEvent: {
            /** @constant */
            event: "subscription.created";
            data: {
                /** @description the subscription */
                subscription_id: string;
                /** @description its plan */
                plan_id: string;
                /** @description the price of a cycle */
                amount: number;
                /** @description of the plan */
                currency: string;
                /** @description of the plan */
                interval: "daily" | "weekly" | "monthly" | "yearly" | (string & {});
                /** @description intervals per cycle */
                interval_count: number;
                /** @description how it is collected */
                billing_mode: "invoice" | "wallet_auto" | "card_token" | (string & {});
                /** @description of the subscription */
                status: "active" | "trialing" | "past_due" | "cancelled" | (string & {});
                /** @description the subscriber */
                customer: {
                    /** @description address */
                    email: string;
                    /** @description as supplied */
                    name: string | null;
                };
                /** @description of the subscriber */
                customer_email: string;
                /**
                 * Format: date-time
                 * @description the beginning of the trial or of the first period
                 */
                current_period_start: string;
                /**
                 * Format: date-time
                 * @description its end
                 */
                current_period_end: string;
                /**
                 * Format: date-time
                 * @description the next billing date
                 */
                next_billing_at: string | null;
                /**
                 * Format: date-time
                 * @description when the trial ends and the first cycle is billed
                 */
                trial_end: string | null;
                /** @description no other plan follows */
                scheduled_change: null;
                /** @description no other plan waits for a payment */
                pending_change: null;
                /** @description nothing was paid before */
                credit: number;
                /** @description it is not to end */
                cancel_at_period_end: boolean;
                /** @description it has not ended */
                cancelled_at: null;
                /** @description it has not ended */
                cancellation_reason: null;
                /** @description `retrieve` shows the address of the page */
                manage_url: null;
                /** @description whether a wallet is charged */
                wallet_authorized: boolean;
                /** @description no charges were stopped */
                autopay_revoked_at: null;
                /** @description the most that a cycle charges to a wallet; null unless `wallet_auto` */
                mandate_amount: number | null;
                /** @description whether a card is charged */
                has_saved_card: boolean;
                /** @description whether it is of the sandbox */
                is_test: boolean;
                /**
                 * Format: date-time
                 * @description when it was made
                 */
                created_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionInvoice: {
            invoice_id: string;
            subscription_id: string;
            plan_id: string;
            status: "created" | "failed" | "paid" | (string & {});
            amount: number;
            price: number;
            credit: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            billing_mode: "card_token" | "invoice" | "wallet_auto" | (string & {});
            customer_email: string;
            checkout_session_id: string | null;
            checkout_url: string | null;
            due_at: string;
            expires_at: string | null;
            paid_at: string | null;
            attempt_count: number;
            next_retry_at: string | null;
            last_error: ("card_unavailable" | "declined" | "error" | "exceeds_mandate" | "expired_unpaid" | "fx_unavailable" | "insufficient_funds" | "wallet_unavailable" | (string & {})) | string | null;
            voided_at: string | null;
            is_test: boolean;
            created_at: string;
        };
        SubscriptionInvoiceCreatedEvent: {
            /** @constant */
            event: "subscription_invoice.created";
            data: {
                /** @description the invoice of the cycle */
                invoice_id: string;
                /** @description the subscription */
                subscription_id: string;
                /** @description its plan */
                plan_id: string;
                /** @description of the invoice */
                status: "created" | "paid" | "failed" | (string & {});
                /** @description what is to be paid: the price of the plan less a credit */
                amount: number;
                /** @description of the plan */
                currency: string;
                /** @description how the subscription is collected */
                billing_mode: "invoice" | "wallet_auto" | "card_token" | (string & {});
                /** @description of the subscriber */
                customer_email: string;
                /** @description the session of its link; null without one */
                checkout_session_id: string | null;
                /**
                 * Format: date-time
                 * @description the billing date
                 */
                due_at: string;
                /**
                 * Format: date-time
                 * @description when it was paid; null unless it is
                 */
                paid_at: string | null;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionInvoicePaidEvent: {
            /** @constant */
            event: "subscription_invoice.paid";
            data: {
                /** @description the invoice of the cycle */
                invoice_id: string;
                /** @description the subscription */
                subscription_id: string;
                /** @description its plan */
                plan_id: string;
                /** @description of the invoice */
                status: "created" | "paid" | "failed" | (string & {});
                /** @description what is to be paid: the price of the plan less a credit */
                amount: number;
                /** @description of the plan */
                currency: string;
                /** @description how the subscription is collected */
                billing_mode: "invoice" | "wallet_auto" | "card_token" | (string & {});
                /** @description of the subscriber */
                customer_email: string;
                /** @description the session of its link; null without one */
                checkout_session_id: string | null;
                /**
                 * Format: date-time
                 * @description the billing date
                 */
                due_at: string;
                /**
                 * Format: date-time
                 * @description when it was paid; null unless it is
                 */
                paid_at: string | null;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionInvoicePaymentFailedEvent: {
            /** @constant */
            event: "subscription_invoice.payment_failed";
            data: {
                /** @description the invoice of the cycle */
                invoice_id: string;
                /** @description the subscription */
                subscription_id: string;
                /** @description its plan */
                plan_id: string;
                /** @description of the invoice */
                status: "created" | "paid" | "failed" | (string & {});
                /** @description what is to be paid: the price of the plan less a credit */
                amount: number;
                /** @description of the plan */
                currency: string;
                /** @description how the subscription is collected */
                billing_mode: "invoice" | "wallet_auto" | "card_token" | (string & {});
                /** @description of the subscriber */
                customer_email: string;
                /** @description the session of its link; null without one */
                checkout_session_id: string | null;
                /**
                 * Format: date-time
                 * @description the billing date
                 */
                due_at: string;
                /**
                 * Format: date-time
                 * @description when it was paid; null unless it is
                 */
                paid_at: string | null;
                /** @description the attempt to charge it; with links: unpaid invoices in a row */
                attempt: number;
                /** @description that end the subscription: 4 charges, or 3 unpaid links */
                max_attempts: number;
                /** @description whether it is charged again; with links: whether a further cycle is billed */
                will_retry: boolean;
                /**
                 * Format: date-time
                 * @description when that is
                 */
                next_retry_at: string | null;
                /** @description of the subscription now; active where a later invoice is paid */
                subscription_status: "past_due" | "active" | "cancelled" | (string & {});
                /** @description why it failed: `expired_unpaid`, `declined`, `insufficient_funds`, `exceeds_mandate`, `wallet_unavailable`, `fx_unavailable`, `card_unavailable`, `error`, or `card_declined: ` and what the bank says */
                reason: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionPlanChangedEvent: {
            /** @constant */
            event: "subscription.plan_changed";
            data: {
                /** @description the subscription */
                subscription_id: string;
                /** @description its plan */
                plan_id: string;
                /** @description the plan before */
                previous_plan_id: string;
                /** @description the price of a cycle now */
                amount: number;
                /** @description of the plan */
                currency: string;
                /** @description of the plan */
                interval: "daily" | "weekly" | "monthly" | "yearly" | (string & {});
                /** @description intervals per cycle */
                interval_count: number;
                /** @description what the rest of the paid period was worth; reduces the next invoices */
                credit: number;
                /**
                 * Format: date-time
                 * @description from when the plan applies
                 */
                effective_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionResumedEvent: {
            /** @constant */
            event: "subscription.resumed";
            data: {
                /** @description the subscription */
                subscription_id: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionWalletAuthorizedEvent: {
            /** @constant */
            event: "subscription.wallet_authorized";
            data: {
                /** @description the subscription */
                subscription_id: string;
                /**
                 * Format: date-time
                 * @description when it was paid
                 */
                authorized_at: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        SubscriptionsSubscription: {
            subscription_id: string;
            plan_id: string;
            customer: {
                email: string;
                name: string | null;
            };
            billing_mode: "card_token" | "invoice" | "wallet_auto" | (string & {});
            status: "active" | "cancelled" | "past_due" | "trialing" | (string & {});
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            interval: "daily" | "monthly" | "weekly" | "yearly" | (string & {});
            interval_count: number;
            current_period_start: string;
            current_period_end: string;
            next_billing_at: string | null;
            trial_end: string | null;
            scheduled_change: {
                plan_id: string;
                effective_at: string;
            } | "" | null;
            pending_change: {
                plan_id: string;
                invoice_id: string | null;
            } | "" | null;
            credit: number;
            cancel_at_period_end: boolean;
            cancelled_at: string | null;
            cancellation_reason: "cancel_at_period_end" | "customer_cancelled" | "duplicate" | "merchant_cancelled" | "payment_failed" | (string & {}) | null;
            manage_url: string | null;
            wallet_authorized: boolean;
            autopay_revoked_at: string | null;
            mandate_amount: number | null;
            has_saved_card: boolean;
            is_test: boolean;
            created_at: string;
        };
        SwitchAccountDto: {
            /**
             * Format: uuid
             * @description One of auth.php?action=accounts
             */
            account_id: string;
        };
        TeamInvitationDto: {
            /** @description From the mail */
            token: string;
        };
        TestClock: {
            status: "advancing" | "idle" | (string & {});
            now: string;
            frozen: boolean;
            real_time: boolean;
            target: string | null;
            from: string | null;
            stopped: "quota" | (string & {}) | null;
            ran: number;
            steps: number;
            timeline: components["schemas"]["TimelineEntry"][];
            outstanding: components["schemas"]["OutstandingDeliveries"][];
            started_at: string | null;
            took_ms: number | null;
        };
        TestPing: {
            status: number | null;
            delivered: boolean;
            error?: string;
        };
        TestPingEvent: {
            /** @constant */
            event: "test.ping";
            data: {
                /**
                 * Format: uuid
                 * @description the endpoint
                 */
                webhook_id: string;
                /**
                 * Format: uuid
                 * @description its app
                 */
                app_id: string;
                /** @description a greeting */
                message: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        TestWebhook: {
            /** Format: uuid */
            id: string;
        };
        /** @enum {number} */
        Tier: 1 | 2;
        TimelineEntry: {
            at: string;
            kind: string;
            count: number;
        };
        Tokens: {
            refresh_token: string;
            device_token: string;
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            expires_in: number;
        };
        Transaction: {
            uuid: string;
            type: string;
            direction: string;
            amount: number;
            fee: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            status: string;
            balance_after: number;
            description: string | null;
            reference: string | null;
            counterparty: {
                usertag: string;
                name: string;
                type: "business" | "personal" | (string & {});
            } | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            created_at: string;
        };
        TransactionTotal: {
            type: string;
            currency: string;
            count: number;
            in: number;
            out: number;
        };
        Transfer: {
            recipient: {
                usertag: string;
                name: string;
            };
            new_balance: number;
            rate?: number;
            transaction_id: string;
            amount: number;
            fee: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            received_amount: number;
            received_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
        };
        TransferBody: {
            /** @description User tag, e-mail address or phone number */
            recipient: string | number;
            /**
             * @description Inferred where absent
             * @enum {string}
             */
            recipient_type?: "usertag" | "email" | "phone";
            /** @example 2500.5 */
            amount: number | string;
            /**
             * @description The primary wallet where absent
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            note?: string;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        TransferCompletedEvent: {
            /** @constant */
            event: "transfer.completed";
            data: {
                /**
                 * Format: uuid
                 * @description the withdrawal, as payout.php?action=initiate answered it
                 */
                transaction_id: string;
                /** @description what left the wallet, without the fee */
                amount: number;
                /** @description paid on top */
                fee: number;
                /** @description of the wallet */
                currency: string;
                /** @description how it is paid out */
                method: "bank" | "extwallet" | "mobile_money" | (string & {});
                /** @description of the withdrawal */
                status: "completed" | (string & {});
                /**
                 * Format: uuid
                 * @description the same as transaction_id
                 */
                reference: string;
                /** @description of a bank account; null if it is not known */
                bank_name: string | null;
                /** @description the account that was paid, masked */
                account: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        TransferReceivedEvent: {
            /** @constant */
            event: "transfer.received";
            data: {
                /**
                 * Format: uuid
                 * @description the transaction in both histories
                 */
                transaction_id: string;
                /** @description what was credited */
                amount: number;
                /** @description of the wallet it was credited to */
                currency: string;
                /** @description what was sent, without the fee */
                sent_amount: number;
                /** @description it was sent in */
                sent_currency: string;
                /** @description the sender’s user tag */
                from: string;
            };
            /** @description Unix seconds at which it happened */
            timestamp: number;
        };
        TriggerBody: {
            /**
             * @description Any event there is
             * @enum {string}
             */
            type: "payment.success" | "payment.failed" | "refund.created" | "refund.completed" | "refund.failed" | "refund.returned" | "chargeback.opened" | "chargeback.responded" | "chargeback.won" | "chargeback.lost" | "deposit.confirmed" | "transfer.received" | "payout.completed" | "payout.failed" | "payout.returned" | "transfer.completed" | "escrow.funded" | "escrow.released" | "escrow.disputed" | "escrow.resolved" | "payroll.completed" | "invoice.paid" | "invoice.overdue" | "subscription.created" | "subscription.cancelled" | "subscription.cancel_scheduled" | "subscription.autopay_stopped" | "subscription.resumed" | "subscription.plan_changed" | "subscription.wallet_authorized" | "subscription_card.attached" | "subscription_invoice.created" | "subscription_invoice.paid" | "subscription_invoice.payment_failed" | "kyc.approved" | "kyc.rejected" | "checkout.completed" | "test.ping";
            /** @description Replaces fields of the sample */
            data?: {
                [key: string]: unknown;
            };
        };
        TwoFactorCodeDto: {
            /** @description Of the authenticator app, or a recovery code */
            code: string | number;
        };
        UpdateAppDto: {
            /** Format: uuid */
            app_id: string;
            app_name?: string;
            /** @description Absent, null or empty: full access */
            scopes?: string[] | null;
            /** @description Absent, null or empty: any address */
            allowed_ips?: string[] | null;
            /** @description Where pages with the public key may come from; absent, null or empty: anywhere */
            allowed_origins?: string[] | null;
            /** @description Beside the general limits */
            rate_limit_per_min?: number | null;
            /**
             * Format: uri
             * @description For checkout sessions that name no place of their own
             */
            success_url?: string | null;
            /**
             * Format: uri
             * @description For checkout sessions that name no place of their own
             */
            cancel_url?: string | null;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        UpdateBrandDto: {
            /** @description Shown once compliance has approved it */
            display_name?: string | null;
            /** @description Absent: unchanged; null removes it */
            color?: string | null;
            /**
             * Format: email
             * @description An address other than that of the account gets a code first
             */
            support_email?: string | null;
            /** @description International, or as dialled in your country; null removes it */
            support_phone?: (string | number) | null;
            /**
             * Format: uri
             * @description Absent: unchanged; null removes it
             */
            support_url?: string | null;
            /**
             * Format: uri
             * @description Absent: unchanged; null removes it
             */
            terms_url?: string | null;
            /** @description Absent: unchanged; null removes it */
            postal_address?: string | null;
            /** @description Transaction PIN; people only, keys send none */
            pin?: string | number;
        };
        UpdateCustomerBody: {
            /** @description sub_live_… or sub_test_… */
            subscription_id: string;
            /** Format: email */
            email?: string;
            name?: string;
        };
        UpdateEndpointDto: {
            /** Format: uuid */
            id: string;
            /** Format: uri */
            url?: string;
            /** @description Absent, null or "*": all */
            events?: string[] | null;
            /** @description false stops deliveries, true resumes them */
            active?: boolean;
        };
        UpdateInvoiceBody: {
            /**
             * @description The primary wallet's unless given
             * @enum {string}
             */
            currency_code?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /**
             * Format: date
             * @description The last day on which it is not overdue (UTC)
             */
            due_date?: string;
            notes?: string;
            /**
             * @description Of the subtotal
             * @example 7.5
             */
            discount_percent?: number | string;
            /** @description Whether the client can pay in parts */
            allow_partial?: boolean;
            /**
             * @description Of its mails and its page; yours unless given
             * @enum {string}
             */
            language?: "en" | "fr";
            /** @description Remind the client 3 days before and 1, 7 and 14 days after the due date */
            reminders?: boolean;
            /** @description The id or the number of the invoice */
            id: string;
            client_name?: string;
            /** Format: email */
            client_email?: string;
            items?: components["schemas"]["ItemBody"][];
            /** @description Fields to empty: due_date, notes */
            clear?: string[];
        };
        UpdateLinkBody: {
            /** Format: uuid */
            id: string;
            active?: boolean;
            /** @description In place of those before; [] removes them */
            suggested_amounts?: (number | string)[];
        };
        UpdatePlanBody: {
            /** @description plan_live_… or plan_test_… */
            plan_id: string;
            name?: string;
            /** @description false: no new subscriptions */
            active?: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Refused: a price never changes
             * @example 2500.5
             */
            amount?: number | string;
            /**
             * @description Refused: a currency never changes
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
            /**
             * @description Refused: an interval never changes
             * @enum {string}
             */
            interval?: "daily" | "weekly" | "monthly" | "yearly";
            /** @description Refused: an interval never changes */
            interval_count?: number;
            /** @description Refused: a trial never changes */
            trial_days?: number;
        };
        UpdateProfileDto: {
            /** @description Absent: unchanged */
            first_name?: string;
            /** @description Absent: unchanged */
            last_name?: string;
            /** @description International, or as dialled in your country; null removes it */
            phone?: (string | number) | null;
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
        ValidateChargeDto: {
            gw_ref: string;
            /** @description A card PIN or a one-time password */
            otp: string | number;
            /**
             * @description The step that the code is for; a code for a step that has passed is not sent
             * @enum {string}
             */
            auth_mode?: "pin" | "otp";
        };
        VerifyBvnDto: {
            bvn: string | number;
            /** @description If sent, it must be that of the account */
            first_name?: string;
            /** @description If sent, it must be that of the account */
            last_name?: string;
            /**
             * Format: date
             * @description Compared with the registry where it returns one
             */
            date_of_birth?: string;
        };
        VerifyDto: {
            tx_ref: string;
            /** @description From the return address; without it the latest charge is verified. A dry run refuses one that cannot be of this deposit as far as our own rows tell; of a charge that is not credited only the company knows */
            transaction_id?: string | number;
        };
        VerifyEmailDto: {
            otp: string | number;
        };
        VirtualAccount: {
            simulate_url?: string;
            account_number: string;
            bank_name: string;
            account_name: string;
            currency: string;
        };
        Wallet: {
            id: string;
            currency_code: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            currency_symbol: string;
            balance: string;
            locked_balance: string;
            is_primary: number;
            gw_account_number: string | null;
            gw_bank_name: string | null;
        };
        WalletLoginBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /** Format: email */
            email: string;
            password: string;
            /** @description The authenticator's code, where the account has one */
            totp_code?: string | number;
        };
        WalletQuoteBody: {
            /** @description cs_live_… or cs_test_… */
            session_id: string;
            /**
             * @description Which wallet pays; absent: the session currency's where it holds enough, else the primary one
             * @enum {string}
             */
            currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
        };
        WebhookEvent: components["schemas"]["PaymentSuccessEvent"] | components["schemas"]["PaymentFailedEvent"] | components["schemas"]["CheckoutCompletedEvent"] | components["schemas"]["RefundCreatedEvent"] | components["schemas"]["RefundCompletedEvent"] | components["schemas"]["RefundFailedEvent"] | components["schemas"]["RefundReturnedEvent"] | components["schemas"]["ChargebackOpenedEvent"] | components["schemas"]["ChargebackRespondedEvent"] | components["schemas"]["ChargebackWonEvent"] | components["schemas"]["ChargebackLostEvent"] | components["schemas"]["DepositConfirmedEvent"] | components["schemas"]["TransferReceivedEvent"] | components["schemas"]["PayoutCompletedEvent"] | components["schemas"]["TransferCompletedEvent"] | components["schemas"]["PayoutFailedEvent"] | components["schemas"]["PayoutReturnedEvent"] | components["schemas"]["EscrowFundedEvent"] | components["schemas"]["EscrowReleasedEvent"] | components["schemas"]["EscrowDisputedEvent"] | components["schemas"]["EscrowResolvedEvent"] | components["schemas"]["PayrollCompletedEvent"] | components["schemas"]["InvoicePaidEvent"] | components["schemas"]["InvoiceOverdueEvent"] | components["schemas"]["SubscriptionCreatedEvent"] | components["schemas"]["SubscriptionCancelledEvent"] | components["schemas"]["SubscriptionCancelScheduledEvent"] | components["schemas"]["SubscriptionResumedEvent"] | components["schemas"]["SubscriptionPlanChangedEvent"] | components["schemas"]["SubscriptionWalletAuthorizedEvent"] | components["schemas"]["SubscriptionAutopayStoppedEvent"] | components["schemas"]["SubscriptionCardAttachedEvent"] | components["schemas"]["SubscriptionInvoiceCreatedEvent"] | components["schemas"]["SubscriptionInvoicePaidEvent"] | components["schemas"]["SubscriptionInvoicePaymentFailedEvent"] | components["schemas"]["KycApprovedEvent"] | components["schemas"]["KycRejectedEvent"] | components["schemas"]["TestPingEvent"];
        WholeInvoice: {
            items: {
                description: string;
                quantity: number;
                unit_price: number;
                tax_rate: number | null;
                amount: number;
                tax: number;
            }[];
            taxes: {
                tax_rate: number;
                tax: number;
            }[];
            discount_percent: number;
            notes: string | null;
            language: string;
            reminders: boolean;
            qr_svg: string;
            refunded_amount?: number;
            id: string;
            invoice_number: string;
            status: "draft" | "overdue" | "paid" | "sent" | "void" | (string & {});
            payment_url: string;
            payable: boolean;
            needs: components["schemas"]["Need"];
            client_name: string;
            client_email: string;
            currency_code: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
            subtotal: number;
            discount: number;
            tax: number;
            total: number;
            amount_paid: number;
            amount_credited: number;
            amount_due: number;
            overpaid: number;
            allow_partial: boolean;
            due_date: string | null;
            is_test: boolean;
            created_at: string;
            sent_at: string | null;
            paid_at: string | null;
            voided_at: string | null;
        };
        Widget: {
            session_id: string;
            tx_ref: string;
            public_key: string;
            amount: number;
            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    sessionCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionBodyB"] & {
                    /** @description Another place for the header */
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            session_id: number;
                            session_token: string;
                            checkout_url: string;
                            status: "completed" | "expired" | "pending" | "processing" | (string & {});
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            currency_code: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            description: string | null;
                            customer_email: string | null;
                            customer_name: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            success_url: string | null;
                            cancel_url: string | null;
                            gateway: string | null;
                            payment_method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {}) | null;
                            is_test: boolean;
                            reference: string;
                            created_at: string;
                            expires_at: string;
                            paid_at: string | null;
                            refunded_amount: number;
                            refund_status: "full" | "none" | "partial" | (string & {});
                        };
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    };
                };
            };
        };
    };
    sessionExpire: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionTokenBody"] & {
                    /** @description Another place for the header */
                    idempotency_key?: string;
                };
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
                        message: string;
                        data: {
                            session_id: number;
                            session_token: string;
                            checkout_url: string;
                            status: "completed" | "expired" | "pending" | "processing" | (string & {});
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            currency_code: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            description: string | null;
                            customer_email: string | null;
                            customer_name: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            success_url: string | null;
                            cancel_url: string | null;
                            gateway: string | null;
                            payment_method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {}) | null;
                            is_test: boolean;
                            reference: string;
                            created_at: string;
                            expires_at: string;
                            paid_at: string | null;
                            refunded_amount: number;
                            refund_status: "full" | "none" | "partial" | (string & {});
                        };
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    };
                };
            };
        };
    };
    sessionRefund: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundBodyB"] & {
                    /** @description Another place for the header */
                    idempotency_key?: string;
                };
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
                        message: string;
                        data: {
                            refund: components["schemas"]["Refund"];
                        };
                        /**
                         * @description In a dry run, which changes nothing
                         * @constant
                         */
                        dry_run?: true;
                    };
                };
            };
        };
    };
    sessionRefundDetail: {
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
                        message: string;
                        data: {
                            refund: components["schemas"]["RefundDetail"];
                        };
                    };
                };
            };
        };
    };
    sessionRefunds: {
        parameters: {
            query: {
                /**
                 * @description session_token, as create answered it
                 * @example Zt5KqW1nLx8RbV3mYc7PdH2fGs9JkT4wXe6NaU0oQiM
                 */
                token: string;
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
                        message: string;
                        data: {
                            refunds: components["schemas"]["Refund"][];
                        };
                    };
                };
            };
        };
    };
    sessionStatus: {
        parameters: {
            query: {
                /**
                 * @description session_token, as create answered it
                 * @example Zt5KqW1nLx8RbV3mYc7PdH2fGs9JkT4wXe6NaU0oQiM
                 */
                token: string;
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
                        message: string;
                        data: {
                            session_id: number;
                            session_token: string;
                            checkout_url: string;
                            status: "completed" | "expired" | "pending" | "processing" | (string & {});
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            currency_code: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            description: string | null;
                            customer_email: string | null;
                            customer_name: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            success_url: string | null;
                            cancel_url: string | null;
                            gateway: string | null;
                            payment_method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {}) | null;
                            is_test: boolean;
                            reference: string;
                            created_at: string;
                            expires_at: string;
                            paid_at: string | null;
                            refunded_amount: number;
                            refund_status: "full" | "none" | "partial" | (string & {});
                        };
                    };
                };
            };
        };
    };
    sessionsRetrieve: {
        parameters: {
            query: {
                /**
                 * @description cs_live_… or cs_test_…
                 * @example cs_live_Nf7GkT3wYb9QxV5mLz2RcP
                 */
                session_id: string;
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
                    } & components["schemas"]["Session"];
                };
            };
        };
    };
    sessionsBuyerCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BuyerCodeBody"];
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
                        /** @constant */
                        code?: "123456";
                        message?: string;
                        session_id: string;
                        buyer_email: string;
                        expires_at: string;
                        is_test: boolean;
                        mail_sent: boolean;
                    };
                };
            };
        };
    };
    sessionsConfirmBuyer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBuyerBody"];
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
                        session_id: string;
                        buyer_email: string;
                        buyer_token: string;
                    };
                };
            };
        };
    };
    sessionsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionBody"];
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
                    } & components["schemas"]["Session"];
                };
            };
        };
    };
    sessionsCreatePublic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePublicBody"] & {
                    /** @description The public key, where the page cannot set X-API-Key */
                    public_key?: string;
                };
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
                        session_id: string;
                        checkout_url: string;
                        status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        description: string | null;
                        public: boolean;
                        is_test: boolean;
                        expires_at: string;
                    };
                };
            };
        };
    };
    sessionsExpire: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionBody"];
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
                    } & components["schemas"]["Session"];
                };
            };
        };
    };
    sessionsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                status?: "pending" | "processing" | "completed" | "expired";
                order_ref?: string;
                /** @description First day, or earliest time of creation */
                from?: string;
                /** @description Last day, or the time before which it was created */
                to?: string;
                /** @description An id, amount, order reference, e-mail address, name, or the last four digits of a card */
                q?: string;
                state?: "open" | "declined" | "processing" | "paid" | "expired";
                /** @description Of the customer, whole */
                customer_email?: string;
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                /** @description By which it was paid */
                method?: "card" | "bank_transfer" | "ussd" | "wallet" | "mobile_money" | "extwallet";
                /** @description Of the session, at least */
                min_amount?: components["schemas"]["Object"] | number | string;
                /** @description Of the session, at most */
                max_amount?: components["schemas"]["Object"] | number | string;
                refund_status?: "none" | "partial" | "full";
                /** @description true: also counts by state, of the newest 10,000 sessions that match the other filters */
                counts?: "true" | "false";
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
                            data: components["schemas"]["Session"][];
                        } & components["schemas"]["Page"] & components["schemas"]["SessionListExtra"];
                    };
                };
            };
        };
    };
    sessionsPayBankTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestBody"];
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
                        is_test: boolean;
                        simulate_url?: string;
                        redirect_url?: string;
                        session_id: string;
                        status: "cancelled" | "completed" | "pending" | (string & {});
                        session_status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        expires_at: string | null;
                        account_number?: string;
                        bank_name?: string;
                        account_name?: string | null;
                        note?: string | null;
                        ussd_code?: string;
                        bank_code?: string;
                        phone?: string;
                        network?: string;
                    };
                };
            };
        };
    };
    sessionsPayCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionBody"];
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
                        session_id: string;
                        status: string;
                    };
                };
            };
        };
    };
    sessionsPayCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayCardBody"];
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
                        is_test: boolean;
                        rate?: number;
                        charged?: string;
                        redirect_url?: string;
                        session_id: string;
                        status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        auth_mode: "otp" | "pin" | "redirect" | (string & {}) | null;
                        gw_ref: string | null;
                    };
                };
            };
        };
    };
    sessionsPayCardCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayCardCancelBody"];
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
                        is_test: boolean;
                        rate?: number;
                        charged?: string;
                        redirect_url?: string;
                        session_id: string;
                        status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        auth_mode: "otp" | "pin" | "redirect" | (string & {}) | null;
                        gw_ref: string | null;
                    };
                };
            };
        };
    };
    sessionsPayCardInit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestBody"];
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
                    } & components["schemas"]["Widget"];
                };
            };
        };
    };
    sessionsPayCardSubmit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayCardSubmitBody"];
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
                        is_test: boolean;
                        rate?: number;
                        charged?: string;
                        redirect_url?: string;
                        session_id: string;
                        status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        auth_mode: "otp" | "pin" | "redirect" | (string & {}) | null;
                        gw_ref: string | null;
                    };
                };
            };
        };
    };
    sessionsPayExtwallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestBody"];
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
                        is_test: boolean;
                        simulate_url?: string;
                        redirect_url?: string;
                        session_id: string;
                        status: "cancelled" | "completed" | "pending" | (string & {});
                        session_status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        expires_at: string | null;
                        account_number?: string;
                        bank_name?: string;
                        account_name?: string | null;
                        note?: string | null;
                        ussd_code?: string;
                        bank_code?: string;
                        phone?: string;
                        network?: string;
                    };
                };
            };
        };
    };
    sessionsPayMobileMoney: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayMobileMoneyBody"];
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
                        is_test: boolean;
                        simulate_url?: string;
                        redirect_url?: string;
                        session_id: string;
                        status: "cancelled" | "completed" | "pending" | (string & {});
                        session_status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        expires_at: string | null;
                        account_number?: string;
                        bank_name?: string;
                        account_name?: string | null;
                        note?: string | null;
                        ussd_code?: string;
                        bank_code?: string;
                        phone?: string;
                        network?: string;
                    };
                };
            };
        };
    };
    sessionsPayUssd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayUssdBody"];
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
                        is_test: boolean;
                        simulate_url?: string;
                        redirect_url?: string;
                        session_id: string;
                        status: "cancelled" | "completed" | "pending" | (string & {});
                        session_status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        expires_at: string | null;
                        account_number?: string;
                        bank_name?: string;
                        account_name?: string | null;
                        note?: string | null;
                        ussd_code?: string;
                        bank_code?: string;
                        phone?: string;
                        network?: string;
                    };
                };
            };
        };
    };
    sessionsPayWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayWalletBody"];
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
                    } & (components["schemas"]["Paid"] | {
                        session_id: string;
                        status: string;
                        gateway: string;
                        is_test: boolean;
                    });
                };
            };
        };
    };
    sessionsPublicStatus: {
        parameters: {
            query: {
                /**
                 * @description cs_live_… or cs_test_…
                 * @example cs_live_Nf7GkT3wYb9QxV5mLz2RcP
                 */
                session_id: string;
                /** @description Seconds to wait for a change; needs since */
                wait?: number;
                /** @description The revision of the last answer */
                since?: string;
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
                        session_id: string;
                        status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        amount_due: number;
                        escrow: {
                            fee: number;
                            condition: string | null;
                            deadline_days: number | null;
                            started_elsewhere: boolean;
                            portal_url: string | null;
                            mail_sent: boolean;
                            note: string | null;
                        } | null;
                        description: string | null;
                        merchant: {
                            name: string;
                        };
                        payment_methods: ("bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {}))[];
                        is_test: boolean;
                        expires_at: string;
                        paid_at: string | null;
                        auth_mode: "otp" | "pin" | "redirect" | (string & {}) | null;
                        gw_ref: string | null;
                        redirect_url: string | null;
                        failure: string | null;
                        payment: components["schemas"]["Payment"] | null;
                        return_url: string | null;
                        order_ref: string | null;
                        receipt_email: string | null;
                        revision: string;
                    };
                };
            };
        };
    };
    sessionsRefund: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundBody"];
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
                        refund: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    sessionsRefundDetail: {
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
                        refund: components["schemas"]["RefundDetail"];
                    };
                };
            };
        };
    };
    sessionsRefunds: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description Refunds of this checkout session */
                session_id?: string;
                status?: "pending" | "completed" | "failed";
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
                            data: components["schemas"]["Refund"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    sessionsUssdBanks: {
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
                        data: {
                            bank_code: string;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    sessionsWalletLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletLoginBody"];
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
                        quote: components["schemas"]["Quote"];
                        wallets: components["schemas"]["PricedWallet"][];
                        name: string;
                        access_token: string;
                        /** @constant */
                        token_type: "Bearer";
                        expires_in: number;
                    };
                };
            };
        };
    };
    sessionsWalletQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletQuoteBody"];
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
                        quote: components["schemas"]["Quote"];
                        wallets: components["schemas"]["PricedWallet"][];
                    };
                };
            };
        };
    };
    subscriptionsCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelSubscriptionBody"];
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
                        subscription: components["schemas"]["SubscriptionsSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsCancelPlanChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionBody"];
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
                        subscription: components["schemas"]["SubscriptionsSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsChangePlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePlanBody"];
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
                        invoice: components["schemas"]["SubscriptionInvoice"] | null;
                        change: components["schemas"]["PlanChange"];
                        subscription: components["schemas"]["SubscriptionsSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsCreatePlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePlanBody"];
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
                        plan: components["schemas"]["Plan"];
                    };
                };
            };
        };
    };
    subscriptionsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                limit?: number;
                /** @description 0 unless given; not beside cursor */
                offset?: number;
                status?: "trialing" | "active" | "past_due" | "cancelled";
                plan_id?: string;
                customer_email?: string;
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
                        data: components["schemas"]["SubscriptionsSubscription"][];
                        total: number;
                        limit: number;
                        offset: number;
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    subscriptionsListInvoices: {
        parameters: {
            query: {
                /**
                 * @description sub_live_… or sub_test_…
                 * @example sub_live_Vq3LxN7bT2mKc9RwYs4JdF
                 */
                subscription_id: string;
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
                        data: components["schemas"]["SubscriptionInvoice"][];
                    };
                };
            };
        };
    };
    subscriptionsListPlans: {
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
                        data: components["schemas"]["Plan"][];
                    };
                };
            };
        };
    };
    subscriptionsRefund: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundInvoiceBody"];
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
                        refund: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    subscriptionsResume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionBody"];
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
                        subscription: components["schemas"]["SubscriptionsSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsRetrieve: {
        parameters: {
            query: {
                /**
                 * @description sub_live_… or sub_test_…
                 * @example sub_live_Vq3LxN7bT2mKc9RwYs4JdF
                 */
                subscription_id: string;
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
                        subscription: components["schemas"]["SubscriptionsSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsRetrievePlan: {
        parameters: {
            query: {
                /**
                 * @description plan_live_… or plan_test_…
                 * @example plan_live_Hb4NqX8tYk1WzC6mRv3LdS
                 */
                plan_id: string;
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
                        plan: components["schemas"]["Plan"];
                    };
                };
            };
        };
    };
    subscriptionsSubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribeBody"];
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
                        authorization_required?: boolean;
                        invoice: components["schemas"]["SubscriptionInvoice"] | null;
                        subscription: components["schemas"]["SubscriptionsSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsSubscribePublic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribePublicBody"] & {
                    /** @description The public key, where the page cannot set X-API-Key */
                    public_key?: string;
                };
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
                        subscription: {
                            interval: "daily" | "monthly" | "weekly" | "yearly" | (string & {});
                            interval_count: number;
                            is_test: boolean;
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            subscription_id: string;
                            plan_id: string;
                            status: "active" | "cancelled" | "past_due" | "trialing" | (string & {});
                        };
                        invoice: {
                            checkout_session_id: string;
                            checkout_url: string;
                            expires_at: string;
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            invoice_id: string;
                            status: "created" | "failed" | "paid" | (string & {});
                        };
                    };
                };
            };
        };
    };
    subscriptionsUpdateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomerBody"];
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
                        subscription: components["schemas"]["SubscriptionsSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsUpdatePlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePlanBody"];
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
                        plan: components["schemas"]["Plan"];
                    };
                };
            };
        };
    };
    transactionsExplain: {
        parameters: {
            query: {
                /**
                 * @description The id of a payment, refund, payout or any other object, or of a transaction
                 * @example cs_live_Nf7GkT3wYb9QxV5mLz2RcP
                 */
                id: string;
                /** @description The `next_cursor` of the answer before */
                cursor?: string;
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
                    } & components["schemas"]["Explanation"];
                };
            };
        };
    };
    authMe: {
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
                    } & components["schemas"]["Me"];
                };
            };
        };
    };
    businessCustomersList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description The beginning of the address or of a name */
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
                            data: components["schemas"]["Customer"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    businessCustomersShow: {
        parameters: {
            query: {
                /** @example ada@example.com */
                email: string;
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
                        subscriptions: components["schemas"]["AnalyticsSubscription"][];
                        invoices: components["schemas"]["AnalyticsInvoice"][];
                        customer: components["schemas"]["Customer"];
                    };
                };
            };
        };
    };
    businessInvoicesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    businessInvoicesCredit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditInvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    businessInvoicesDetail: {
        parameters: {
            query: {
                /**
                 * @description The id or the number of the invoice
                 * @example inv_test_Kd8RzW2pQm6YtN4bXc1LhS
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
                    } & components["schemas"]["InvoiceDetail"];
                };
            };
        };
    };
    businessInvoicesList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                status?: "draft" | "sent" | "paid" | "overdue" | "void";
                /** @description Part of the number, or of name or address of the client */
                search?: string;
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
                            data: components["schemas"]["InvoicesInvoice"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    businessInvoicesPdf: {
        parameters: {
            query: {
                /**
                 * @description The id or the number of the invoice
                 * @example inv_test_Kd8RzW2pQm6YtN4bXc1LhS
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
                    "application/pdf": string;
                };
            };
        };
    };
    businessInvoicesSend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    businessInvoicesUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateInvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    businessInvoicesVoid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    chargebacksSimulate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateChargebackBody"];
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
                        chargeback: components["schemas"]["Chargeback"];
                    };
                };
            };
        };
    };
    eventsDetail: {
        parameters: {
            query: {
                /** @description Signed-in people name the app; a key reads its own */
                app_id?: string;
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c0a */
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
                        sequence: number;
                        event: string;
                        data: {
                            [key: string]: unknown;
                        };
                        timestamp: number;
                        created_at: string;
                        object_id: string | null;
                        object_sequence: number | null;
                        on_request: boolean;
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
        };
    };
    eventsList: {
        parameters: {
            query?: {
                /** @description Signed-in people name the app; a key reads its own */
                app_id?: string;
                /** @description Events behind this number; absent: from the oldest that is kept; latest: only what comes from now on */
                after?: string;
                /** @description Also what was sent again behind this number; absent: no repetitions */
                resent_after?: string;
                /** @description Only these events, separated by commas */
                types?: string;
                limit?: number;
                /** @description Seconds to wait for the first event */
                wait?: number;
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
                        data: components["schemas"]["FeedEvent"][];
                        next_after: number;
                        has_more: boolean;
                        oldest: number | null;
                        next_resent_after: number;
                        app_id: string;
                        resent?: components["schemas"]["FeedEvent"][];
                    };
                };
            };
        };
    };
    eventsResend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendBody"];
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
                    } & components["schemas"]["Resent"];
                };
            };
        };
    };
    eventsTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerBody"];
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
                        id: string;
                        event: "chargeback.lost" | "chargeback.opened" | "chargeback.responded" | "chargeback.won" | "checkout.completed" | "deposit.confirmed" | "escrow.disputed" | "escrow.funded" | "escrow.released" | "escrow.resolved" | "invoice.overdue" | "invoice.paid" | "kyc.approved" | "kyc.rejected" | "payment.failed" | "payment.success" | "payout.completed" | "payout.failed" | "payout.returned" | "payroll.completed" | "refund.completed" | "refund.created" | "refund.failed" | "refund.returned" | "subscription.autopay_stopped" | "subscription.cancel_scheduled" | "subscription.cancelled" | "subscription.created" | "subscription.plan_changed" | "subscription.resumed" | "subscription.wallet_authorized" | "subscription_card.attached" | "subscription_invoice.created" | "subscription_invoice.paid" | "subscription_invoice.payment_failed" | "test.ping" | "transfer.completed" | "transfer.received" | (string & {});
                        message: string;
                    };
                };
            };
        };
    };
    featuresPaymentLinksCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkBody"];
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
                    } & components["schemas"]["LinkDetail"];
                };
            };
        };
    };
    featuresPaymentLinksDetail: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c0f */
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
                    } & components["schemas"]["LinkDetail"];
                };
            };
        };
    };
    featuresPaymentLinksList: {
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
                            data: components["schemas"]["Link"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    featuresPaymentLinksUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLinkBody"];
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
                    } & components["schemas"]["LinkDetail"];
                };
            };
        };
    };
    invoicesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    invoicesCredit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditInvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    invoicesDetail: {
        parameters: {
            query: {
                /**
                 * @description The id or the number of the invoice
                 * @example inv_test_Kd8RzW2pQm6YtN4bXc1LhS
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
                    } & components["schemas"]["InvoiceDetail"];
                };
            };
        };
    };
    invoicesList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                status?: "draft" | "sent" | "paid" | "overdue" | "void";
                /** @description Part of the number, or of name or address of the client */
                search?: string;
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
                            data: components["schemas"]["InvoicesInvoice"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    invoicesPdf: {
        parameters: {
            query: {
                /**
                 * @description The id or the number of the invoice
                 * @example inv_test_Kd8RzW2pQm6YtN4bXc1LhS
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
                    "application/pdf": string;
                };
            };
        };
    };
    invoicesSend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    invoicesUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateInvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    invoicesVoid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceBody"];
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
                    } & components["schemas"]["WholeInvoice"];
                };
            };
        };
    };
    subscriptionsSimulate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateBody"];
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
                        subscription: components["schemas"]["SubscriptionsSubscription"];
                        invoice: components["schemas"]["SubscriptionInvoice"] | null;
                    };
                };
            };
        };
    };
    testClockAdvance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceBody"];
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
                    } & components["schemas"]["TestClock"];
                };
            };
        };
    };
    testClockFreeze: {
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
                    } & components["schemas"]["TestClock"];
                };
            };
        };
    };
    testClockNow: {
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
                    } & components["schemas"]["TestClock"];
                };
            };
        };
    };
    testClockReset: {
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
                    } & components["schemas"]["TestClock"];
                };
            };
        };
    };
    webhooksConformanceGet: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c05 */
                run_id: string;
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
                    } & components["schemas"]["Run"];
                };
            };
        };
    };
    webhooksConformancePost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExamineEndpoint"];
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
                    } & components["schemas"]["Run"];
                };
            };
        };
    };
    webhooksCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOwnEndpointDto"];
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
                        secret: string;
                        /** Format: date-time */
                        created_at: string;
                        url: string;
                        events: string[];
                        id: string;
                        webhook_id: string;
                        app_id: string;
                    };
                };
            };
        };
    };
    webhooksDelete: {
        parameters: {
            query?: {
                /** @description In the query or in the body */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointIdDto"];
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
                        id: string;
                    };
                };
            };
        };
    };
    webhooksDeliveries: {
        parameters: {
            query: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c17 */
                webhook_id: string;
                status?: "pending" | "delivered" | "failed";
                /** @description Name of an event */
                event?: string;
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
                            data: components["schemas"]["Delivery"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    webhooksDelivery: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c06 */
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
                    } & components["schemas"]["DeliveryDetail"];
                };
            };
        };
    };
    webhooksDetail: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c17 */
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
                        app_id: string;
                        mode: components["schemas"]["Mode"];
                        url: string;
                        events: string[];
                        active: boolean;
                        /** Format: date-time */
                        disabled_at: string | null;
                        disabled_for: "failing" | "owner" | (string & {}) | null;
                        /** Format: date-time */
                        old_secret_expires_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        status: "disabled" | "failing" | "healthy" | (string & {});
                        /** Format: date-time */
                        failing_since: string | null;
                        /** Format: date-time */
                        last_success_at: string | null;
                        /** Format: date-time */
                        last_failure_at: string | null;
                        success_rate_24h: number | null;
                        attempts_24h: number;
                    };
                };
            };
        };
    };
    webhooksList: {
        parameters: {
            query?: {
                app_id?: string;
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
                            id: string;
                            app_id: string;
                            mode: components["schemas"]["Mode"];
                            url: string;
                            events: string[];
                            active: boolean;
                            /** Format: date-time */
                            disabled_at: string | null;
                            disabled_for: "failing" | "owner" | (string & {}) | null;
                            /** Format: date-time */
                            old_secret_expires_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                            status: "disabled" | "failing" | "healthy" | (string & {});
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            last_success_at: string | null;
                            /** Format: date-time */
                            last_failure_at: string | null;
                            success_rate_24h: number | null;
                            attempts_24h: number;
                        }[];
                    };
                };
            };
        };
    };
    webhooksRedeliver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverBody"];
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
                    } & components["schemas"]["Redelivery"];
                };
            };
        };
    };
    webhooksReplay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayBody"];
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
                    } & ({
                        dry_run: boolean;
                        webhook_id: string;
                        total: number;
                        by_event: {
                            event: string;
                            count: number;
                        }[];
                    } | {
                        replay_id: string;
                        webhook_id: string;
                        state: string;
                        total: number;
                        /** Format: date-time */
                        since: string;
                        /** Format: date-time */
                        until: string;
                    });
                };
            };
        };
    };
    webhooksReplays: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c17 */
                webhook_id: string;
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
                        data: components["schemas"]["Replay"][];
                    };
                };
            };
        };
    };
    webhooksRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretDto"];
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
                        id: string;
                        secret: string;
                        grace_hours: number;
                        /** Format: date-time */
                        old_secret_expires_at: string;
                    };
                };
            };
        };
    };
    webhooksTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhook"];
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
                    } & components["schemas"]["TestPing"];
                };
            };
        };
    };
    webhooksUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEndpointDto"];
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
                        id: string;
                    };
                };
            };
        };
    };
    analyticsBreakdown: {
        parameters: {
            query?: {
                /** @description The primary wallet where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                /** @description Ends today, except custom; 30d where absent */
                period?: "7d" | "30d" | "90d" | "12m" | "custom";
                /** @description First day (YYYY-MM-DD) of period=custom */
                from?: string;
                /** @description Last day (YYYY-MM-DD) of period=custom */
                to?: string;
                /** @description IANA name of the time zone of all days; UTC where absent */
                timezone?: string;
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
                        data: {
                            type: string;
                            count: number;
                            in: number;
                            out: number;
                            share: number;
                        }[];
                        period: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        provisional: boolean;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                    };
                };
            };
        };
    };
    analyticsFlows: {
        parameters: {
            query?: {
                /** @description The primary wallet where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                /** @description Ends today, except custom; 30d where absent */
                period?: "7d" | "30d" | "90d" | "12m" | "custom";
                /** @description First day (YYYY-MM-DD) of period=custom */
                from?: string;
                /** @description Last day (YYYY-MM-DD) of period=custom */
                to?: string;
                /** @description IANA name of the time zone of all days; UTC where absent */
                timezone?: string;
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
                        data: {
                            date: string;
                            inflow: number;
                            outflow: number;
                            net: number;
                        }[];
                        period: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        provisional: boolean;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                    };
                };
            };
        };
    };
    analyticsOverview: {
        parameters: {
            query?: {
                /** @description The primary wallet where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                /** @description Ends today, except custom; 30d where absent */
                period?: "7d" | "30d" | "90d" | "12m" | "custom";
                /** @description First day (YYYY-MM-DD) of period=custom */
                from?: string;
                /** @description Last day (YYYY-MM-DD) of period=custom */
                to?: string;
                /** @description IANA name of the time zone of all days; UTC where absent */
                timezone?: string;
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
                        change: {
                            inflow: number | null;
                            outflow: number | null;
                            net: number | null;
                            transactions: number | null;
                            successful_payments: number | null;
                            failed_payments: number | null;
                            success_rate: number | null;
                            average_payment: number | null;
                            new_customers: number | null;
                        };
                        inflow: number;
                        outflow: number;
                        net: number;
                        transactions: number;
                        successful_payments: number;
                        failed_payments: number;
                        success_rate: number;
                        average_payment: number;
                        new_customers: number;
                        period: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        provisional: boolean;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                    };
                };
            };
        };
    };
    analyticsReportLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportQuery"];
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
                        url: string;
                        expires_at: string;
                    };
                };
            };
        };
    };
    analyticsRevenueChart: {
        parameters: {
            query?: {
                /** @description The primary wallet where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                /** @description Ends today, except custom; 30d where absent */
                period?: "7d" | "30d" | "90d" | "12m" | "custom";
                /** @description First day (YYYY-MM-DD) of period=custom */
                from?: string;
                /** @description Last day (YYYY-MM-DD) of period=custom */
                to?: string;
                /** @description IANA name of the time zone of all days; UTC where absent */
                timezone?: string;
                /** @description At most 2,000 buckets; days, or months of 12m, where absent */
                granularity?: "hour" | "day" | "week" | "month";
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
                        granularity: "day" | "hour" | "month" | "week" | (string & {});
                        points: {
                            t: string;
                            amount: number;
                            count: number;
                            reversed: number;
                        }[];
                        period: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        provisional: boolean;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                    };
                };
            };
        };
    };
    analyticsTopSenders: {
        parameters: {
            query?: {
                /** @description The primary wallet where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
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
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        from: string;
                        data: components["schemas"]["Sender"][];
                    };
                };
            };
        };
    };
    auth2faDisable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TwoFactorCodeDto"];
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
                    };
                };
            };
        };
    };
    auth2faEnable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthenticatorCodeDto"];
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
                        recovery_codes: string[];
                    };
                };
            };
        };
    };
    auth2faRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthenticatorCodeDto"];
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
                        recovery_codes: string[];
                    };
                };
            };
        };
    };
    auth2faSetup: {
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
                        secret: string;
                        otpauth_uri: string;
                        qr_svg: string;
                    };
                };
            };
        };
    };
    authAccounts: {
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
                        data: components["schemas"]["Account"][];
                    };
                };
            };
        };
    };
    authChangeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailDto"];
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
                    };
                };
            };
        };
    };
    authChangeUsertag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeUsertagDto"];
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
                        usertag: string;
                    };
                };
            };
        };
    };
    authConfirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmailDto"];
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
                        email_verified: boolean;
                    };
                };
            };
        };
    };
    authForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordDto"];
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
                    };
                };
            };
        };
    };
    authLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginDto"];
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
                        refresh_token: string;
                        device_token: string;
                        access_token: string;
                        /** @constant */
                        token_type: "Bearer";
                        expires_in: number;
                        user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    authLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshTokenDto"];
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
                    };
                };
            };
        };
    };
    authNotMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotMeDto"];
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
                    };
                };
            };
        };
    };
    authProfile: {
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
                        user: components["schemas"]["User"];
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
                };
            };
        };
    };
    authRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshTokenDto"];
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
                    } & components["schemas"]["Tokens"];
                };
            };
        };
    };
    authRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterDto"];
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
                        refresh_token: string;
                        device_token: string;
                        access_token: string;
                        /** @constant */
                        token_type: "Bearer";
                        expires_in: number;
                        user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    authResendOtp: {
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
                        message: string;
                    };
                };
            };
        };
    };
    authResendPhoneOtp: {
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
                        message: string;
                    };
                };
            };
        };
    };
    authResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordDto"];
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
                    };
                };
            };
        };
    };
    authStepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TwoFactorCodeDto"];
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
                        /** Format: date-time */
                        proved_until: string;
                    };
                };
            };
        };
    };
    authSwitchAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchAccountDto"];
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
                        account_id: string;
                        refresh_token: string;
                        device_token: string;
                        access_token: string;
                        /** @constant */
                        token_type: "Bearer";
                        expires_in: number;
                    };
                };
            };
        };
    };
    authVerifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmailDto"];
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
                        email_verified: boolean;
                    };
                };
            };
        };
    };
    authVerifyPhone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmailDto"];
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
                        phone: string;
                        phone_verified: boolean;
                    };
                };
            };
        };
    };
    businessAppsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAppDto"];
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
                    } & components["schemas"]["CreatedApp"];
                };
            };
        };
    };
    businessAppsList: {
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
                        data: components["schemas"]["App"][];
                    };
                };
            };
        };
    };
    businessAppsRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeAppDto"];
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
                        app_id: string;
                    };
                };
            };
        };
    };
    businessAppsRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateSecretDto"];
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
                        grace_hours: number;
                        /** Format: date-time */
                        old_key_expires_at: string;
                        checkout_secret_key?: string;
                        app_id: string;
                        secret_key: string;
                    };
                };
            };
        };
    };
    businessAppsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAppDto"];
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
                        app_id: string;
                    };
                };
            };
        };
    };
    businessBrandConfirmSupportEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSupportEmailDto"];
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
                        support_email: string | null;
                    };
                };
            };
        };
    };
    businessBrandGet: {
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
                    } & components["schemas"]["Brand"];
                };
            };
        };
    };
    businessBrandRemoveLogo: {
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
                        message: string;
                    };
                };
            };
        };
    };
    businessBrandUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBrandDto"];
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
                    } & components["schemas"]["Brand"];
                };
            };
        };
    };
    businessBrandUploadLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description JPEG or PNG, at most 1,000,000 bytes and 4,000 pixels a side
                     */
                    logo: string;
                };
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
                        logo_url: string | null;
                        width: number | null;
                        height: number | null;
                    };
                };
            };
        };
    };
    businessChargebacksDetail: {
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
                        chargeback: components["schemas"]["ChargebackDetail"];
                    };
                };
            };
        };
    };
    businessChargebacksList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                status?: "opened" | "accepted" | "contested" | "won" | "lost";
                /** @description Of this checkout session */
                session_id?: string;
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
                            data: components["schemas"]["Chargeback"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    businessChargebacksRespond: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RespondBody"];
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
                        chargeback: components["schemas"]["Chargeback"];
                    };
                };
            };
        };
    };
    businessChargebacksUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description cb_live_… */
                    chargeback_id: string;
                    /**
                     * Format: binary
                     * @description JPEG or PNG, at most 5,000,000 bytes and 40 megapixels
                     */
                    file: string;
                };
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
                        file: components["schemas"]["ChargebackFile"];
                    };
                };
            };
        };
    };
    businessEventsDetail: {
        parameters: {
            query: {
                /**
                 * @description Signed-in people name the app; a key reads its own
                 * @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c01
                 */
                app_id?: string;
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c0a */
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
                        sequence: number;
                        event: string;
                        data: {
                            [key: string]: unknown;
                        };
                        timestamp: number;
                        created_at: string;
                        object_id: string | null;
                        object_sequence: number | null;
                        on_request: boolean;
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
        };
    };
    businessEventsList: {
        parameters: {
            query?: {
                /**
                 * @description Signed-in people name the app; a key reads its own
                 * @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c01
                 */
                app_id?: string;
                /** @description Events behind this number; absent: from the oldest that is kept; latest: only what comes from now on */
                after?: string;
                /** @description Also what was sent again behind this number; absent: no repetitions */
                resent_after?: string;
                /** @description Only these events, separated by commas */
                types?: string;
                limit?: number;
                /** @description Seconds to wait for the first event */
                wait?: number;
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
                        data: components["schemas"]["FeedEvent"][];
                        next_after: number;
                        has_more: boolean;
                        oldest: number | null;
                        next_resent_after: number;
                        app_id: string;
                        resent?: components["schemas"]["FeedEvent"][];
                    };
                };
            };
        };
    };
    businessEventsResend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendBody"];
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
                    } & components["schemas"]["Resent"];
                };
            };
        };
    };
    businessPaymentsDetail: {
        parameters: {
            query: {
                /**
                 * @description cs_live_… or cs_test_…
                 * @example cs_live_Nf7GkT3wYb9QxV5mLz2RcP
                 */
                session_id: string;
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
                        refunds: components["schemas"]["Refund"][];
                        session_id: string;
                        checkout_url: string | null;
                        status: "completed" | "expired" | "pending" | "processing" | (string & {});
                        amount: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        order_ref: string | null;
                        description: string | null;
                        customer: {
                            email: string | null;
                            name: string | null;
                        } | null;
                        customer_email: string | null;
                        metadata: {
                            [key: string]: unknown;
                        };
                        payment_methods: ("bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {}))[];
                        success_url: string | null;
                        cancel_url: string | null;
                        escrow: boolean;
                        escrow_fee: number | null;
                        amount_due: number;
                        escrow_condition: string | null;
                        escrow_deadline_days: number | null;
                        is_test: boolean;
                        public: boolean;
                        gateway: string | null;
                        payment_method: "bank_transfer" | "card" | "extwallet" | "mobile_money" | "ussd" | "wallet" | (string & {}) | null;
                        created_at: string;
                        expires_at: string;
                        paid_at: string | null;
                        refunded_amount: number;
                        refund_status: "full" | "none" | "partial" | (string & {});
                        state: "declined" | "expired" | "open" | "paid" | "processing" | (string & {});
                        failure: string | null;
                        card_brand: string | null;
                        card_last4: string | null;
                        origin: {
                            type: string;
                            id: string;
                        } | null;
                    };
                };
            };
        };
    };
    businessPaymentsExpire: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionPinBody"];
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
                    } & components["schemas"]["Session"];
                };
            };
        };
    };
    businessPaymentsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                status?: "pending" | "processing" | "completed" | "expired";
                order_ref?: string;
                /** @description First day, or earliest time of creation */
                from?: string;
                /** @description Last day, or the time before which it was created */
                to?: string;
                /** @description An id, amount, order reference, e-mail address, name, or the last four digits of a card */
                q?: string;
                state?: "open" | "declined" | "processing" | "paid" | "expired";
                /** @description Of the customer, whole */
                customer_email?: string;
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                /** @description By which it was paid */
                method?: "card" | "bank_transfer" | "ussd" | "wallet" | "mobile_money" | "extwallet";
                /** @description Of the session, at least */
                min_amount?: components["schemas"]["Object"] | number | string;
                /** @description Of the session, at most */
                max_amount?: components["schemas"]["Object"] | number | string;
                refund_status?: "none" | "partial" | "full";
                /** @description true: also counts by state, of the newest 10,000 sessions that match the other filters */
                counts?: "true" | "false";
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
                            data: components["schemas"]["Session"][];
                        } & components["schemas"]["Page"] & components["schemas"]["SessionListExtra"];
                    };
                };
            };
        };
    };
    businessPaymentsRefund: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundBody"];
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
                        refund: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    businessPaymentsRefundDetail: {
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
                        refund: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    businessPaymentsRefunds: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description Refunds of this checkout session */
                session_id?: string;
                status?: "pending" | "completed" | "failed";
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
                            data: components["schemas"]["Refund"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    businessPayrollCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayrollBody"];
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
                        new_balance: number;
                        batch_id: string;
                        batch_name: string | null;
                        status: string;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        total_amount: number;
                        fee: number;
                        recipient_count: number;
                        completed_at: string;
                        rates?: {
                            [key: string]: number;
                        };
                    };
                };
            };
        };
    };
    businessPayrollDetail: {
        parameters: {
            query?: {
                /**
                 * @description The batch, as create returned it; required, unless id is given
                 * @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c14
                 */
                batch_id?: string;
                /** @description The same as batch_id */
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
                    } & {
                        rows: components["schemas"]["Row"][];
                        batch_id: string;
                        batch_name: string | null;
                        status: string;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        total_amount: number;
                        fee: number;
                        recipient_count: number;
                        completed_at: string;
                    };
                };
            };
        };
    };
    businessPayrollList: {
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
                            data: components["schemas"]["Batch"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    businessRequestsErrors: {
        parameters: {
            query?: {
                /** @description A key reads those of its own app */
                app_id?: string;
                mode?: "live" | "test";
                /** @description First day, or earliest time; default: 7 days ago */
                from?: string;
                /** @description Last day, or the time before which */
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
                    } & {
                        errors: components["schemas"]["RequestError"][];
                        sampled: number;
                    };
                };
            };
        };
    };
    businessRequestsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description A key reads those of its own app */
                app_id?: string;
                mode?: "live" | "test";
                /** @description Method and action, e.g. `POST business.php/payments/refund` */
                operation?: string;
                status?: "2xx" | "3xx" | "4xx" | "5xx";
                error_code?: string;
                /** @description The X-Request-Id of its answer */
                request_id?: string;
                /** @description First day, or earliest time */
                from?: string;
                /** @description Last day, or the time before which */
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
                            data: components["schemas"]["LoggedRequest"][];
                        } & components["schemas"]["Page"] & {
                            total_is_capped: boolean;
                        };
                    };
                };
            };
        };
    };
    businessRequestsShow: {
        parameters: {
            query: {
                /**
                 * @description The X-Request-Id of its answer
                 * @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1d05
                 */
                request_id: string;
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
                    } & components["schemas"]["LoggedRequest"];
                };
            };
        };
    };
    businessWebhooksConformanceGet: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c05 */
                run_id: string;
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
                    } & components["schemas"]["Run"];
                };
            };
        };
    };
    businessWebhooksConformancePost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExamineEndpoint"];
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
                    } & components["schemas"]["Run"];
                };
            };
        };
    };
    businessWebhooksCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEndpointDto"];
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
                        secret: string;
                        /** Format: date-time */
                        created_at: string;
                        url: string;
                        events: string[];
                        id: string;
                        webhook_id: string;
                        app_id: string;
                    };
                };
            };
        };
    };
    businessWebhooksDelete: {
        parameters: {
            query?: {
                /** @description In the query or in the body */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointIdDto"];
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
                        id: string;
                    };
                };
            };
        };
    };
    businessWebhooksDeliveries: {
        parameters: {
            query: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c17 */
                webhook_id: string;
                status?: "pending" | "delivered" | "failed";
                /** @description Name of an event */
                event?: string;
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
                            data: components["schemas"]["Delivery"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    businessWebhooksDelivery: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c06 */
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
                    } & components["schemas"]["DeliveryDetail"];
                };
            };
        };
    };
    businessWebhooksDetail: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c17 */
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
                        app_id: string;
                        mode: components["schemas"]["Mode"];
                        url: string;
                        events: string[];
                        active: boolean;
                        /** Format: date-time */
                        disabled_at: string | null;
                        disabled_for: "failing" | "owner" | (string & {}) | null;
                        /** Format: date-time */
                        old_secret_expires_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        status: "disabled" | "failing" | "healthy" | (string & {});
                        /** Format: date-time */
                        failing_since: string | null;
                        /** Format: date-time */
                        last_success_at: string | null;
                        /** Format: date-time */
                        last_failure_at: string | null;
                        success_rate_24h: number | null;
                        attempts_24h: number;
                    };
                };
            };
        };
    };
    businessWebhooksList: {
        parameters: {
            query?: {
                app_id?: string;
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
                            id: string;
                            app_id: string;
                            mode: components["schemas"]["Mode"];
                            url: string;
                            events: string[];
                            active: boolean;
                            /** Format: date-time */
                            disabled_at: string | null;
                            disabled_for: "failing" | "owner" | (string & {}) | null;
                            /** Format: date-time */
                            old_secret_expires_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                            status: "disabled" | "failing" | "healthy" | (string & {});
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            last_success_at: string | null;
                            /** Format: date-time */
                            last_failure_at: string | null;
                            success_rate_24h: number | null;
                            attempts_24h: number;
                        }[];
                    };
                };
            };
        };
    };
    businessWebhooksRedeliver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverBody"];
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
                    } & components["schemas"]["Redelivery"];
                };
            };
        };
    };
    businessWebhooksReplay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayBody"];
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
                    } & ({
                        dry_run: boolean;
                        webhook_id: string;
                        total: number;
                        by_event: {
                            event: string;
                            count: number;
                        }[];
                    } | {
                        replay_id: string;
                        webhook_id: string;
                        state: string;
                        total: number;
                        /** Format: date-time */
                        since: string;
                        /** Format: date-time */
                        until: string;
                    });
                };
            };
        };
    };
    businessWebhooksReplays: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c17 */
                webhook_id: string;
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
                        data: components["schemas"]["Replay"][];
                    };
                };
            };
        };
    };
    businessWebhooksRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretDto"];
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
                        id: string;
                        secret: string;
                        grace_hours: number;
                        /** Format: date-time */
                        old_secret_expires_at: string;
                    };
                };
            };
        };
    };
    businessWebhooksTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhook"];
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
                    } & components["schemas"]["TestPing"];
                };
            };
        };
    };
    businessWebhooksUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEndpointDto"];
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
                        id: string;
                    };
                };
            };
        };
    };
    depositChargeCardGw: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeCardDto"];
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
                        redirect_url?: string;
                        tx_ref: string;
                        gw_ref: string | null;
                        transaction_id: string | null;
                        status: "failed" | "pending" | "successful" | (string & {});
                        auth_mode: "otp" | "pin" | "redirect" | (string & {}) | null;
                    };
                };
            };
        };
    };
    depositInit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitDto"];
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
                    } & components["schemas"]["Initiated"];
                };
            };
        };
    };
    depositValidateCharge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidateChargeDto"];
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
                        redirect_url?: string;
                        tx_ref: string;
                        gw_ref: string | null;
                        transaction_id: string | null;
                        status: "failed" | "pending" | "successful" | (string & {});
                        auth_mode: "otp" | "pin" | "redirect" | (string & {}) | null;
                    };
                };
            };
        };
    };
    depositVerifyGateway: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyDto"];
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
                    } & components["schemas"]["Credit"];
                };
            };
        };
    };
    depositVirtualAccount: {
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
                    } & components["schemas"]["VirtualAccount"];
                };
            };
        };
    };
    escrowCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EscrowBody"];
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
                        new_locked_balance?: number;
                        role: components["schemas"]["EscrowRole"];
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
                };
            };
        };
    };
    escrowCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEscrowBody"];
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
                        new_balance: number;
                        role: components["schemas"]["EscrowRole"];
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
                };
            };
        };
    };
    escrowDetail: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c09 */
                uuid: string;
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
                        portal_url?: string;
                        counterpart: components["schemas"]["Guest"] | components["schemas"]["Party"];
                        role: components["schemas"]["EscrowRole"];
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
                };
            };
        };
    };
    escrowDispute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeBody"];
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
                    } & components["schemas"]["EscrowRecord"];
                };
            };
        };
    };
    escrowDisputeRespond: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeResponseBody"];
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
                    } & components["schemas"]["EscrowRecord"];
                };
            };
        };
    };
    escrowList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                status?: "funded" | "disputed" | "released" | "refunded" | "resolved_split";
                /** @description Your side of it; both where absent */
                role?: "initiator" | "beneficiary";
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
                            data: components["schemas"]["EscrowRecord"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    escrowRelease: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseEscrowBody"];
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
                        new_locked_balance?: number;
                        role: components["schemas"]["EscrowRole"];
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
                };
            };
        };
    };
    kycStatus: {
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
                    } & components["schemas"]["Status"];
                };
            };
        };
    };
    kycSubmitKyb: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitKybDto"];
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
                        /** @constant */
                        kyb_status: "pending";
                    };
                };
            };
        };
    };
    kycUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description JPEG, PNG or PDF, at most 5,242,880 bytes
                     */
                    document: string;
                    /** @enum {string} */
                    doc_type: "passport" | "national_id" | "drivers_license" | "selfie" | "address_proof" | "business_registration";
                    /** @enum {integer} */
                    tier: 1 | 2;
                };
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
                    } & components["schemas"]["Document"];
                };
            };
        };
    };
    kycVerifyBvn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyBvnDto"];
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
                        consent_url?: string;
                        bvn_verified: boolean;
                        status: "failed" | "mismatch" | "pending" | "review" | "verified" | (string & {});
                    };
                };
            };
        };
    };
    notificationsList: {
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
                            data: components["schemas"]["Notification"][];
                        } & components["schemas"]["Page"] & {
                            unread_count: number;
                        };
                    };
                };
            };
        };
    };
    notificationsMarkAllRead: {
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
                        message: string;
                    };
                };
            };
        };
    };
    notificationsMarkRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkReadDto"];
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
                    };
                };
            };
        };
    };
    notificationsUnreadCount: {
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
                        count: number;
                    };
                };
            };
        };
    };
    paymentsFxConvert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FxConvertBody"];
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
                        from: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        to: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        amount: number;
                        rate: number;
                        fee: number;
                        converted_amount: number;
                    };
                };
            };
        };
    };
    paymentsFxRates: {
        parameters: {
            query?: {
                /** @description USD where absent */
                base?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
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
                        base: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        rates: {
                            [key: string]: number;
                        };
                        as_of: string;
                        stale: boolean;
                    };
                };
            };
        };
    };
    payoutAddBank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddBankBody"];
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
                        warning: string | null;
                        id: number;
                        type: components["schemas"]["PayoutsAccountType"];
                        nickname: string | null;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        country_code: string;
                        bank_name: string | null;
                        account_number: string | null;
                        account_name: string | null;
                        bank_code: string | null;
                        branch_code: string | null;
                        sort_code: string | null;
                        routing_number: string | null;
                        account_type: "checking" | "savings" | (string & {}) | null;
                        iban: string | null;
                        swift: string | null;
                        extwallet_email: string | null;
                        verified: boolean;
                        name_match: "different" | "match" | "near" | (string & {}) | null;
                        settlement: "automatic" | "manual" | (string & {}) | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
        };
    };
    payoutDeleteBank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteBankBody"];
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
                        id: number;
                    };
                };
            };
        };
    };
    payoutHistory: {
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
                        data: {
                            settlement: components["schemas"]["Settlement"];
                            expected_by: string | null;
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
                            stage: string;
                            failure_reason: string | null;
                            created_at: string;
                            processed_at: string | null;
                        }[];
                    };
                };
            };
        };
    };
    payoutInitiate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiateWithdrawalBody"];
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
                        settlement: components["schemas"]["Settlement"];
                        expected_by: string | null;
                        new_balance: number;
                        status: "completed" | "failed" | "pending" | "processing" | (string & {});
                        amount: number;
                        fee: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        payout_amount: number | null;
                        payout_currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        rate: number | null;
                        destination: string;
                        message: string;
                        transaction_id: string;
                    };
                };
            };
        };
    };
    payoutList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                status?: "pending" | "processing" | "completed" | "failed";
                /** @description First day, or earliest time of creation */
                from?: string;
                /** @description Last day, or the time before which it was created */
                to?: string;
                /** @description An id, number or amount, the name of the bank, or the last four digits of the account */
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
                                settlement: components["schemas"]["Settlement"];
                                expected_by: string | null;
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
                                stage: string;
                                failure_reason: string | null;
                                created_at: string;
                                processed_at: string | null;
                            }[];
                        } & components["schemas"]["Page"] & components["schemas"]["SearchLimits"];
                    };
                };
            };
        };
    };
    payoutListBanks: {
        parameters: {
            query: {
                /** @example NG */
                country: "NG" | "GH" | "KE" | "ZA";
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
                        data: components["schemas"]["Bank"][];
                    };
                };
            };
        };
    };
    payoutListBranches: {
        parameters: {
            query: {
                /** @example GH */
                country: "NG" | "GH" | "KE" | "ZA";
                /** @example GH280100 */
                bank_code: string;
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
                        data: components["schemas"]["Branch"][];
                    };
                };
            };
        };
    };
    payoutMyBanks: {
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
                        data: components["schemas"]["SavedAccount"][];
                    };
                };
            };
        };
    };
    payoutResolveAccount: {
        parameters: {
            query: {
                /** @example 0123456789 */
                account_number: string | number;
                /** @example 058 */
                bank_code: string;
                country?: "NG" | "GH" | "KE" | "ZA";
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
                        account_number: string;
                        account_name: string;
                        bank_code: string;
                    };
                };
            };
        };
    };
    settingsChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordDto"];
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
                    };
                };
            };
        };
    };
    settingsCloseAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseAccountDto"];
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
                    };
                };
            };
        };
    };
    settingsEndSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndSessionDto"];
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
                    };
                };
            };
        };
    };
    settingsLogoutOthers: {
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
                        message: string;
                    };
                };
            };
        };
    };
    settingsPreferences: {
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
                        preferences: {
                            language: "en" | "fr" | (string & {});
                            email_notifications: boolean;
                            email_money: boolean;
                            email_payments: boolean;
                            email_developers: boolean;
                        };
                    };
                };
            };
        };
    };
    settingsSessions: {
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
                        data: {
                            current: boolean;
                            id: string;
                            device: string | null;
                            ip: string;
                            /** Format: date-time */
                            last_used_at: string;
                        }[];
                    };
                };
            };
        };
    };
    settingsSetPin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPinDto"];
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
                        pin_set: boolean;
                    };
                };
            };
        };
    };
    settingsSetPreference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPreferenceDto"];
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
                        preferences: {
                            language: "en" | "fr" | (string & {});
                            email_notifications: boolean;
                            email_money: boolean;
                            email_payments: boolean;
                            email_developers: boolean;
                        };
                    };
                };
            };
        };
    };
    settingsUpdateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProfileDto"];
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
                        phone_code_sent: boolean;
                        user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    teamAccept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamInvitationDto"];
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
                        account_id: string;
                        role: "admin" | "developer" | "finance" | "support" | (string & {});
                    };
                };
            };
        };
    };
    teamActivity: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                per_page?: number;
                /** @description Only what this person did */
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
                            data: components["schemas"]["ListedActivity"][];
                        } & components["schemas"]["Page"] & {
                            total_is_capped: boolean;
                        };
                    };
                };
            };
        };
    };
    teamDecline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamInvitationDto"];
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
                    };
                };
            };
        };
    };
    teamInvitations: {
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
                        data: components["schemas"]["Invitation"][];
                    };
                };
            };
        };
    };
    teamInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMemberDto"];
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
                    } & components["schemas"]["Invitation"];
                };
            };
        };
    };
    teamLeave: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaveTeamDto"];
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
                    };
                };
            };
        };
    };
    teamMembers: {
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
                        data: components["schemas"]["Member"][];
                    };
                };
            };
        };
    };
    teamRemove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveMemberDto"];
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
                    };
                };
            };
        };
    };
    teamRevokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeInvitationDto"];
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
                    };
                };
            };
        };
    };
    teamSetRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetMemberRoleDto"];
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
                        role: "admin" | "developer" | "finance" | "support" | (string & {});
                    };
                };
            };
        };
    };
    transactionsDetail: {
        parameters: {
            query: {
                /** @example 019a5c1e-7a40-7c11-9d52-3b6f8e2a1c15 */
                uuid: string;
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
                        related: {
                            type: string;
                            id: string;
                        };
                        postings: {
                            wallet_id: string;
                            account: string;
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            balance_after: number;
                        }[];
                        uuid: string;
                        type: string;
                        direction: string;
                        amount: number;
                        fee: number;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        status: string;
                        balance_after: number;
                        description: string | null;
                        reference: string | null;
                        counterparty: {
                            usertag: string;
                            name: string;
                            type: "business" | "personal" | (string & {});
                        } | null;
                        metadata: {
                            [key: string]: unknown;
                        } | null;
                        created_at: string;
                    };
                };
            };
        };
    };
    transactionsExport: {
        parameters: {
            query?: {
                /** @description All wallets where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                type?: "deposit" | "transfer" | "payout" | "payout_refund" | "escrow_lock" | "escrow_release" | "escrow_refund" | "checkout" | "subscription" | "payroll" | "invoice" | "refund" | "chargeback" | "fee" | "adjustment" | "balance_given_up" | "reversal" | "unapplied_credit";
                /** @description First day, or earliest time */
                from?: string;
                /** @description Last day, or the time before which */
                to?: string;
                /** @description csv where absent */
                format?: "csv" | "json";
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
                    "application/json": unknown;
                };
            };
        };
    };
    transactionsExportLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportQuery"];
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
                        rows: number;
                        expires_at: string;
                        parts: {
                            url: string;
                            rows: number;
                            first_uuid: string;
                            last_uuid: string;
                        }[];
                    };
                };
            };
        };
    };
    transactionsExportPart: {
        parameters: {
            query: {
                /** @example eyJvIjoiMDE5YTVjMWUifQZr5Xc2Lm8Qp1Tk4Yv7Bn */
                token: string;
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
                    "application/json": unknown;
                };
            };
        };
    };
    transactionsList: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                limit?: number;
                type?: "deposit" | "transfer" | "payout" | "payout_refund" | "escrow_lock" | "escrow_release" | "escrow_refund" | "checkout" | "subscription" | "payroll" | "invoice" | "refund" | "chargeback" | "fee" | "adjustment" | "balance_given_up" | "reversal" | "unapplied_credit";
                /** @description Found in description, reference or counterparty */
                q?: string;
                /** @description First day, or earliest time */
                from?: string;
                /** @description Last day, or the time before which */
                to?: string;
                /** @description All wallets where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
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
                            data: components["schemas"]["ListedTransaction"][];
                        } & components["schemas"]["Page"] & {
                            /** @constant */
                            total_exact?: false;
                            searched_to?: string;
                        };
                    };
                };
            };
        };
    };
    transactionsTotals: {
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
                        lifetime: components["schemas"]["TransactionTotal"][];
                        month: components["schemas"]["TransactionTotal"][];
                    };
                };
            };
        };
    };
    walletBalance: {
        parameters: {
            query?: {
                /** @description The primary wallet where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                /** @description Answers how the wallet stood then */
                at?: string;
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
                    } & ({
                        balance: string;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        /** Format: date-time */
                        at: string;
                    } | {
                        balance: string;
                        locked_balance: string;
                        currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                        currency_symbol: string;
                        month_in: number;
                        month_out: number;
                    });
                };
            };
        };
    };
    walletCancelRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestBody"];
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
                    } & components["schemas"]["Standing"];
                };
            };
        };
    };
    walletCreateWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWalletBody"];
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
                    } & components["schemas"]["Wallet"];
                };
            };
        };
    };
    walletDeclineRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestBody"];
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
                    } & components["schemas"]["Standing"];
                };
            };
        };
    };
    walletFulfillRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FulfillBody"];
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
                    } & components["schemas"]["Fulfilled"];
                };
            };
        };
    };
    walletHistory: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                limit?: number;
                type?: "deposit" | "transfer" | "payout" | "payout_refund" | "escrow_lock" | "escrow_release" | "escrow_refund" | "checkout" | "subscription" | "payroll" | "invoice" | "refund" | "chargeback" | "fee" | "adjustment" | "balance_given_up" | "reversal" | "unapplied_credit";
                /** @description Found in description, reference or counterparty */
                q?: string;
                /** @description First day, or earliest time */
                from?: string;
                /** @description Last day, or the time before which */
                to?: string;
                /** @description The primary wallet where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
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
                            data: components["schemas"]["Transaction"][];
                        } & components["schemas"]["Page"] & {
                            /** @constant */
                            total_exact?: false;
                            searched_to?: string;
                        };
                    };
                };
            };
        };
    };
    walletLookup: {
        parameters: {
            query?: {
                /**
                 * @description User tag, e-mail address or phone number
                 * @example grace
                 */
                usertag?: string;
                email?: string;
                phone?: string;
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
                    } & {
                        usertag: string;
                        name: string;
                        type: "business" | "personal" | (string & {});
                    };
                };
            };
        };
    };
    walletRequestPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPaymentBody"];
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
                    } & components["schemas"]["MadeRequest"];
                };
            };
        };
    };
    walletRequests: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                /** @description The first unless given; not beside cursor */
                page?: number;
                limit?: number;
                /** @description Those you are asked to pay where absent */
                direction?: "incoming" | "outgoing";
                status?: "pending" | "paid" | "declined" | "cancelled" | "expired";
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
                            data: components["schemas"]["Request"][];
                        } & components["schemas"]["Page"];
                    };
                };
            };
        };
    };
    walletSetPrimary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPrimaryBody"];
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
                    };
                };
            };
        };
    };
    walletStatement: {
        parameters: {
            query: {
                /** @description The primary wallet where absent */
                currency?: "NGN" | "USD" | "GBP" | "EUR" | "GHS" | "KES" | "ZAR" | "CAD";
                /** @example 2026-01 */
                month: string;
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
                    "application/json": unknown;
                };
            };
        };
    };
    walletStatementKey: {
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
                        algorithm: string;
                        key_id: string;
                        public_key: string;
                        retired_keys: {
                            key_id: string;
                            public_key: string;
                        }[];
                    };
                };
            };
        };
    };
    walletTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferBody"];
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
                    } & components["schemas"]["Transfer"];
                };
            };
        };
    };
    walletWallets: {
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
                        data: components["schemas"]["Wallet"][];
                    };
                };
            };
        };
    };
    subscriptionsCancelOwn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelOwnSubscriptionBody"];
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
                        subscription: components["schemas"]["OwnSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsMine: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before, with the same filters */
                cursor?: string;
                limit?: number;
                /** @description 0 unless given; not beside cursor */
                offset?: number;
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
                        data: components["schemas"]["MySubscription"][];
                        total: number;
                        limit: number;
                        offset: number;
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    subscriptionsResumeOwn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnSubscriptionBody"];
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
                        subscription: components["schemas"]["OwnSubscription"];
                    };
                };
            };
        };
    };
    subscriptionsStopAutopay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StopAutopayBody"];
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
                        subscription: {
                            subscription_id: string;
                            plan_id: string;
                            billing_mode: "card_token" | "invoice" | "wallet_auto" | (string & {});
                            status: "active" | "cancelled" | "past_due" | "trialing" | (string & {});
                            amount: number;
                            currency: "CAD" | "EUR" | "GBP" | "GHS" | "KES" | "NGN" | "USD" | "ZAR" | (string & {});
                            interval: "daily" | "monthly" | "weekly" | "yearly" | (string & {});
                            interval_count: number;
                            current_period_start: string;
                            current_period_end: string;
                            next_billing_at: string | null;
                            trial_end: string | null;
                            scheduled_change: {
                                plan_id: string;
                                effective_at: string;
                            } | "" | null;
                            pending_change: {
                                plan_id: string;
                                invoice_id: string | null;
                            } | "" | null;
                            credit: number;
                            cancel_at_period_end: boolean;
                            cancelled_at: string | null;
                            cancellation_reason: "cancel_at_period_end" | "customer_cancelled" | "duplicate" | "merchant_cancelled" | "payment_failed" | (string & {}) | null;
                            manage_url: string | null;
                            wallet_authorized: boolean;
                            autopay_revoked_at: string | null;
                            mandate_amount: number | null;
                            has_saved_card: boolean;
                            is_test: boolean;
                            created_at: string;
                        };
                    };
                };
            };
        };
    };
}
