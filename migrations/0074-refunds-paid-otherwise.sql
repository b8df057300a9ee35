-- A refund that the gateway refuses for good is paid from the bank, which one administrator proposes and another approves.
ALTER TABLE refunds
  DROP CONSTRAINT refunds_status_check,
  ADD CONSTRAINT refunds_status_check CHECK (status IN ('due', 'settled', 'failed', 'dropped', 'cancelled', 'paid_otherwise')),
  ADD COLUMN paid_by text CHECK (paid_by IN ('check', 'transfer')),
  ADD COLUMN paid_reference text,
  -- By the course's calendar.
  ADD COLUMN paid_on date,
  ADD COLUMN paid_proposal_id integer UNIQUE REFERENCES proposals,
  ADD CONSTRAINT refunds_paid_otherwise CHECK (num_nonnulls(paid_by, paid_reference, paid_on, paid_proposal_id) = CASE status WHEN 'paid_otherwise' THEN 4 ELSE 0 END),
  -- The refund that was paid otherwise and that the gateway has paid as well, as this one.
  ADD COLUMN repeats uuid REFERENCES refunds;

ALTER TABLE proposals
  DROP CONSTRAINT proposals_kind_check,
  ADD CONSTRAINT proposals_kind_check CHECK (kind IN ('grant_admin', 'recover', 'move_email', 'approval_limit', 'remit', 'adjust', 'refund_otherwise'));
