import { Injectable } from '@nestjs/common';
import { EmailTokens } from '@app/accounts';
import { Config } from '@app/config';
import { EscrowTokens } from '@app/escrow';
import { isEmail } from '@app/http';
import { fill, textsIn } from '../locales/texts';
import type { NotificationTemplate } from '../templates/notification-template';
import { render } from '../templates/render';
import { templateOfType } from '../templates/template-registry';
import { asHtml, asText, type MailContent } from './mail-layout.view';
import type { DueMail } from './mail-queue.service';
import { type Mail, MailFailure } from './mailer.port';

const MAX_SUBJECT = 200;

/** Composes the mail of a row in the queue. Its code or link is derived here and is part of the mail alone. */
@Injectable()
export class MailComposer {
  private readonly brand: string;

  constructor(
    private readonly config: Config,
    private readonly emailTokens: EmailTokens,
    private readonly portals: EscrowTokens,
  ) {
    this.brand = config.env.MAIL_FROM.replace(/ <.*$/, '');
  }

  /** Throws `MailFailure` where the type is unknown, or the address or the subject is not valid. */
  compose(due: DueMail): Mail {
    const { language } = due;
    const template = templateOfType(due.type);
    if (!template) throw new MailFailure('deferred', `this version knows no ${due.type}`);
    const { title, body, rows } = render(template, due.facts, language, 'mail');
    const content: MailContent = {
      language,
      brand: this.brand,
      title,
      body,
      rows,
      ...this.actionOf(template, due),
      footer: footerOf(template, due),
    };
    return {
      id: due.id,
      type: due.type,
      to: addressOf(due.recipient),
      subject: subjectOf(title),
      text: asText(content),
      html: asHtml(content),
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
    // Only for a buyer without an account; parties with an account sign in.
    if (action === 'escrow-portal' && ownerId === null) {
      const url = this.portals.addressOf(facts.uuid as string, 'live');
      return { code: null, link: { label: mail.link_escrow_portal, url } };
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
