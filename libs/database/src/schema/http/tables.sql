CREATE TABLE people_viewed_alerts (
  staff_id uuid NOT NULL,
  alerted_at timestamptz NOT NULL,
  PRIMARY KEY (staff_id)
);
COMMENT ON TABLE people_viewed_alerts IS 'When administrators were last alerted of a member of staff who viewed the records of many people';
