/** An e-mail address without its `+` part, which reaches the same mailbox. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, '@');

/** The same as SQL, of an SQL expression. The index of invoice mails by mailbox contains it. */
export const mailboxSql = (email: string): string => `regexp_replace(${email}, '\\+[^@]*@', '@')`;
