CREATE TABLE mails (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  owner_id uuid,
  recipient text NOT NULL,
  language text NOT NULL,
  facts jsonb NOT NULL,
  urgent boolean NOT NULL,
  status text NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz,
  claim uuid,
  last_error text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (id),
  CHECK (status IN ('due', 'sent', 'parked', 'expired')),
  CHECK ((status = 'due') = (due_at IS NOT NULL)),
  CONSTRAINT mails_check1 CHECK ((status = 'due') = (ended_at IS NULL))
) WITH (fillfactor=70);
COMMENT ON COLUMN mails.id IS 'derived from event, type and recipient; the Message-ID, so that receivers can drop doubles';
COMMENT ON COLUMN mails.facts IS 'what the text is made of when it is sent; codes and tokens are derived then, and never here';
COMMENT ON COLUMN mails.due_at IS 'next try; while a worker holds the claim, when the claim runs out';
CREATE INDEX mails_due ON mails (urgent DESC, due_at) WHERE (status = 'due');
CREATE INDEX mails_parked ON mails (ended_at) WHERE (status = 'parked');
CREATE INDEX mails_age ON mails (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX mails_of_invoices ON mails (((facts ->> 'mail_id'))) WHERE ((facts ->> 'mail_id') IS NOT NULL);
CREATE INDEX mails_recipient ON mails (recipient, type, created_at);

CREATE TABLE notification_inboxes (
  owner_id uuid NOT NULL,
  last int NOT NULL,
  unread int NOT NULL,
  forgotten_to int NOT NULL DEFAULT 0,
  PRIMARY KEY (owner_id),
  CHECK (unread >= 0 AND unread <= (last - forgotten_to))
) WITH (fillfactor=50);
COMMENT ON TABLE notification_inboxes IS 'ids of a person run from forgotten_to + 1 to last without gaps, so that a page and the totals cost the same at any depth; whoever changes unread holds this row';

CREATE TABLE notification_marks (
  owner_id uuid NOT NULL,
  up_to int NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, up_to)
);
COMMENT ON TABLE notification_marks IS 'all up to this id were read then: one row, however many they were';

CREATE TABLE notifications (
  owner_id uuid NOT NULL,
  id int NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (owner_id, id),
  UNIQUE (owner_id, event_id, type)
);
CREATE INDEX notifications_age ON notifications (created_at);

CREATE TABLE sms_messages (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  phone text NOT NULL,
  code_id uuid NOT NULL,
  language text NOT NULL,
  status text NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz,
  claim uuid,
  provider_id text,
  last_error text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (id),
  CHECK (status IN ('due', 'sent', 'failed', 'expired')),
  CONSTRAINT sms_messages_due CHECK ((status = 'due') = (due_at IS NOT NULL)),
  CONSTRAINT sms_messages_ended CHECK ((status = 'due') = (ended_at IS NULL))
);
COMMENT ON TABLE sms_messages IS 'text messages with a code; the text is composed when it is sent';
CREATE INDEX sms_messages_due_at ON sms_messages (due_at) WHERE (status = 'due');
CREATE INDEX sms_messages_age ON sms_messages (ended_at) WHERE (ended_at IS NOT NULL);
