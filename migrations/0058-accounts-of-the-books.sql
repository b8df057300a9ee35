-- The accounts of the books' second edition, and what a transfer is of when it is of none of payment, refund and claim.

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('cash', 'bank', 'deferred', 'pot', 'reserved', 'prize_payable', 'revenue', 'range_share', 'tax_payable',
    'fees', 'adjustment', 'refunds_payable', 'house_funding', 'dispute_loss', 'suspense'));

-- The row of the fact: a transaction or payout of the gateway, a payment to a range, a remittance, an adjustment, a closing.
ALTER TABLE ledger_transfers ADD COLUMN fact_id uuid;
CREATE INDEX ledger_transfers_fact ON ledger_transfers (fact_id) WHERE fact_id IS NOT NULL;
