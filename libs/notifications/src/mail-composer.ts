import { Injectable } from '@nestjs/common';
import { type Language, EmailTokens } from '@app/accounts';
import { Config } from '@app/config';
import { EscrowTokens } from '@app/escrow';
import { isEmail } from '@app/http';
import { asHtml, asText, type MailContent } from './mail-layout';
import type { DueMail } from './due-mail';
import { type Mail, MailFailure } from './mailer.port';
import { type Notice, wordsOf } from './notice';
import { noticeOfType } from './notices';

const MAX_SUBJECT = 200;

const FOOTERS: Record<Language, { essential: string; preference: (key: string) => string }> = {
  en: {
    essential: 'You get this mail because it concerns your account or a payment of yours.',
    preference: (key) => `You get this mail because you chose so. Switch it off in your settings (${key}).`,
  },
  fr: {
    essential: 'Vous recevez ce message car il concerne votre compte ou l’un de vos paiements.',
    preference: (key) =>
      `Vous recevez ce message selon vos préférences. Désactivez-le dans vos paramètres (${key}).`,
  },
};

const LINKS: Record<Language, { reset: string; portal: string }> = {
  en: { reset: 'Set a new password', portal: 'See your payment, release it or dispute it' },
  fr: { reset: 'Choisir un mot de passe', portal: 'Voir votre paiement, le libérer ou le contester' },
};

/** Makes the mail out of what the queue holds. Codes and links are derived here, and go nowhere but into the mail. */
@Injectable()
export class MailComposer {
  private readonly brand: string;

  constructor(
    private readonly config: Config,
    private readonly secrets: EmailTokens,
    private readonly portals: EscrowTokens,
  ) {
    this.brand = config.env.MAIL_FROM.replace(/ <.*$/, '');
  }

  /** Throws `MailFailure` where no such mail may leave: an unknown type, or an address or subject that is not one. */
  compose(due: DueMail): Mail {
    const notice = noticeOfType(due.type);
    if (!notice) throw new MailFailure('deferred', `this version knows no ${due.type}`);
    const text = notice.text[due.language](wordsOf(due.facts, due.language, 'mail'));
    const footer = FOOTERS[due.language];
    const content: MailContent = {
      ...{ language: due.language, brand: this.brand, title: text.title, body: text.body },
      ...{ rows: text.rows ?? [], ...this.secretOf(notice, due) },
      footer: notice.mail === 'essential' ? footer.essential : footer.preference(notice.mail),
    };
    return {
      ...{ id: due.id, type: due.type, to: addressOf(due.recipient), subject: subjectOf(text.title) },
      ...{ text: asText(content), html: asHtml(content) },
    };
  }

  private secretOf(
    { secret }: Notice,
    { facts, language, ownerId }: DueMail,
  ): Pick<MailContent, 'code' | 'link'> {
    if (secret === 'email-code') return { code: this.secrets.codeOf(facts.code_id as string), link: null };
    // To the buyer alone: the other side of the escrow has an account, and so has a buyer who signs in.
    if (secret === 'escrow-portal' && ownerId === null) {
      const url = this.portals.addressOf(facts.uuid as string, 'live');
      return { code: null, link: { label: LINKS[language].portal, url } };
    }
    if (secret !== 'password-reset') return { code: null, link: null };
    const token = this.secrets.resetTokenOf(facts.reset_id as string);
    // Behind the #: no server and no log on the way is shown it.
    const url = `${this.config.passwordResetUrl}#${token}`;
    return { code: null, link: { label: LINKS[language].reset, url } };
  }
}

function addressOf(recipient: string): string {
  if (!isEmail(recipient)) throw new MailFailure('refused', 'the recipient is no e-mail address');
  return recipient;
}

/** Others' names and references stand in subjects: a line break among them would begin a header of theirs. */
function subjectOf(title: string): string {
  if (/\p{Cc}|[\u2028\u2029]/u.test(title)) throw new MailFailure('refused', 'the subject is not one line');
  return title.slice(0, MAX_SUBJECT);
}
