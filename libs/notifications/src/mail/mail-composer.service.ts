import { Injectable } from '@nestjs/common';
import { BrandQueries, EmailTokensService, type MailBrand, TeamInvitationsStore } from '@app/accounts';
import { RefundTokensService } from '@app/checkout';
import { Config } from '@app/config';
import { EscrowTokensService } from '@app/escrow';
import { isEmail } from '@app/http';
import { InvoiceDocumentsService } from '@app/invoices';
import { SubscriptionLinksService } from '@app/subscriptions';
import { fill, textsIn } from '../locales/texts';
import type { NotificationTemplate } from '../templates/notification-template';
import { render } from '../templates/render';
import { templateOfType } from '../templates/template-registry';
import { asHtml, asText, type MailContent } from './mail-layout.view';
import type { DueMail } from './mail-queue.service';
import { type Mail, MailFailure } from './mailer.port';

const MAX_SUBJECT = 200;

/** A link, and the footer of the mail that has it. */
interface ComposedLink {
  label: string;
  url: string;
  footer: string;
}

/** Composes the mail of a row in the queue. Its code or link is derived here and is part of the mail alone. */
@Injectable()
export class MailComposerService {
  private readonly brand: string;

  constructor(
    private readonly config: Config,
    private readonly emailTokens: EmailTokensService,
    private readonly teamInvitations: TeamInvitationsStore,
    private readonly portals: EscrowTokensService,
    private readonly refunds: RefundTokensService,
    private readonly invoices: InvoiceDocumentsService,
    private readonly subscriptions: SubscriptionLinksService,
    private readonly brands: BrandQueries,
  ) {
    this.brand = config.platformName;
  }

  /**
   * Null where the mail has become pointless. Throws `MailFailure` where the type is unknown, or the address or the
   * subject is not valid.
   */
  async compose(due: DueMail): Promise<Mail | null> {
    const template = templateOfType(due.type);
    if (!template) throw new MailFailure('deferred', `this version knows no ${due.type}`);
    const business = due.businessId === null ? null : await this.brands.ofMails(due.businessId);
    const { action } = template;
    if (action === 'subscription' || action === 'subscription-payment')
      return this.composeForSubscriber(template, due, business);
    if (action !== 'invoice' && action !== 'invoice-reminder') return this.composeAs(template, due, business);
    const page = await this.invoices.find({ id: due.facts.invoice_id as string });
    const { status, link, total, balanceDue, business: sender } = page.document;
    const isOpen = status === 'sent' || status === 'overdue';
    // An invoice of nothing is paid when it is sent.
    const isOfNothing = status === 'paid' && total.isZero && action === 'invoice';
    if (link === null || !(isOpen || isOfNothing)) return null;
    const amount = { minor: String(balanceDue.minor), currency: balanceDue.currency };
    const mail = this.composeAs(
      template,
      { ...due, facts: { ...due.facts, amount } },
      business,
      invoiceLink(action, link, due, isOpen),
    );
    const file = await this.invoices.pdfForMail(page, due.facts.mail_id as string);
    return {
      ...mail,
      attachments: [{ ...file, type: 'application/pdf' }],
      ...(sender.email !== null && { replyTo: sender.email }),
      ...(action === 'invoice-reminder' && { unsubscribeUrl: `${link}/reminders` }),
    };
  }

  /** Its link pays the invoice or opens the page of the subscription, which the footer names. */
  private async composeForSubscriber(
    template: NotificationTemplate,
    due: DueMail,
    business: MailBrand | null,
  ): Promise<Mail | null> {
    const { facts, language } = due;
    const { mail } = textsIn(language);
    const page = this.subscriptions.pageOf(facts.subscription_key as string, 'live');
    const footer = fill(mail.footer_subscription, { url: page });
    if (template.action === 'subscription')
      return this.composeAs(template, due, business, { label: mail.link_subscription, url: page, footer });
    const url = await this.subscriptions.paymentOf(facts.invoice_id as string);
    return url === null
      ? null
      : this.composeAs(template, due, business, { label: mail.link_pay, url, footer });
  }

  private composeAs(
    template: NotificationTemplate,
    due: DueMail,
    business: MailBrand | null,
    link?: ComposedLink,
  ): Mail {
    const { language } = due;
    const { title, body, rows } = render(template, due.facts, language, 'mail');
    const content: MailContent = {
      language,
      brand: this.brand,
      business,
      title,
      body,
      rows,
      ...(link === undefined ? this.actionOf(template, due) : { code: null, link }),
      footer: link?.footer ?? footerOf(template, due),
    };
    return {
      id: due.id,
      type: due.type,
      to: addressOf(due.recipient),
      subject: subjectOf(title),
      text: asText(content),
      html: asHtml(content),
      ...(business?.supportEmail && { replyTo: business.supportEmail }),
    };
  }

  private actionOf(template: NotificationTemplate, due: DueMail): Pick<MailContent, 'code' | 'link'> {
    const { action } = template;
    const { facts, language, ownerId } = due;
    const { mail } = textsIn(language);
    if (isReportable(template) && ownerId !== null) {
      const token = this.emailTokens.reportTokenOf({
        userId: ownerId,
        eventId: due.eventId,
        issuedAt: due.createdAt,
      });
      return { code: null, link: { label: mail.link_not_me, url: `${this.config.notMeUrl}#${token}` } };
    }
    if (action === 'email-code')
      return { code: this.emailTokens.codeOf(facts.code_id as string), link: null };
    if (action === 'team-invitation')
      return { code: this.teamInvitations.tokenOf(facts.invitation_id as string), link: null };
    // Only for a buyer without an account; parties with an account sign in.
    if (action === 'escrow-portal' && ownerId === null) {
      const url = this.portals.addressOf(facts.uuid as string, 'live');
      return { code: null, link: { label: mail.link_escrow_portal, url } };
    }
    if (action === 'refund-account') {
      const url = this.refunds.addressOf(facts.id as string, 'live');
      return { code: null, link: { label: mail.link_refund_account, url } };
    }
    if (action !== 'password-reset') return { code: null, link: null };
    const token = this.emailTokens.resetTokenOf(facts.reset_id as string);
    // The part behind the # is sent to no server, so that no log contains the token.
    const url = `${this.config.passwordResetUrl}#${token}`;
    return { code: null, link: { label: mail.link_password_reset, url } };
  }
}

/** Security mails have the link "this was not me". */
function isReportable({ type, notMe }: NotificationTemplate): boolean {
  return notMe ?? type.startsWith('security.');
}

function invoiceLink(
  action: NotificationTemplate['action'],
  url: string,
  { language }: DueMail,
  isPayable: boolean,
): ComposedLink {
  const { mail } = textsIn(language);
  const label = isPayable ? mail.link_invoice : mail.link_invoice_read;
  const footer =
    action === 'invoice' ? mail.footer_invoice : fill(mail.footer_reminder, { url: `${url}/reminders` });
  return { label, url, footer };
}

function footerOf({ mail: preference }: NotificationTemplate, { language }: DueMail): string {
  const { mail } = textsIn(language);
  return preference === 'essential' ? mail.footer_essential : fill(mail.footer_preference, { preference });
}

function addressOf(recipient: string): string {
  if (!isEmail(recipient)) throw new MailFailure('refused', 'the recipient is no e-mail address');
  return recipient;
}

/** Refuses line breaks, because a name or reference in the subject could begin another header with one. */
function subjectOf(title: string): string {
  if (/\p{Cc}|[\u2028\u2029]/u.test(title)) throw new MailFailure('refused', 'the subject is not one line');
  return title.slice(0, MAX_SUBJECT);
}
