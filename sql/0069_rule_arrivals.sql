-- When each rule first came to this installation. An organisation may set a grace period for rules that an upgrade brings.

create table rule_arrivals (
  rule_id text primary key,
  -- `-infinity`: from the beginning.
  arrived_at timestamptz not null
);

grant select on rule_arrivals to flowarden_app;

-- The rules before this migration. A new database gets its rules with the first start.
insert into rule_arrivals (rule_id, arrived_at)
select id, '-infinity'
from unnest(array[
    'AAB-CFG-001', 'AAB-MNT-001', 'AAB-MNT-002', 'AAB-MNT-005', 'AAB-MNT-006', 'AAB-MNT-012', 'AAB-NMG-001', 'AAB-NMG-002',
    'AAB-PRV-002', 'AAB-REL-002', 'AAB-REL-003', 'AAB-REL-005', 'AAB-REL-008', 'AAB-REL-010', 'AAB-REL-011', 'AAB-REL-012',
    'AAB-REL-015', 'AAB-REL-016', 'AAB-REL-017', 'AAB-SEC-001', 'AAB-SEC-002', 'AAB-SEC-003', 'AAB-SEC-004', 'AAB-SEC-005',
    'AAB-SEC-006', 'AAB-SEC-007', 'AAB-SEC-009', 'AAB-SEC-010', 'AAB-SEC-012', 'AAB-SEC-013', 'AAB-SEC-014', 'AAB-SEC-016',
    'AAB-SEC-017', 'AAB-SEC-019', 'AAB-SUP-001', 'BPR-CFG-001', 'BPR-MNT-002', 'BPR-NMG-001', 'BPR-OBS-001', 'BPR-REL-001',
    'BPR-REL-002', 'BPR-REL-003', 'BPR-REL-005', 'BPR-REL-006', 'BPR-REL-008', 'BPR-REL-009', 'BPR-REL-010', 'BPR-REL-011',
    'BPR-REL-012', 'BPR-REL-013', 'BPR-REL-014', 'BPR-REL-023', 'BPR-SEC-001', 'BPR-SEC-002', 'BPR-SEC-003', 'BPR-SEC-004',
    'BPR-SEC-005', 'BPR-SEC-006', 'BPR-SEC-007', 'BPR-SEC-008', 'BPR-SEC-009', 'BPR-SEC-010', 'BPR-SEC-011', 'BPR-SEC-012',
    'BPR-SEC-013', 'BPR-SEC-016', 'BPR-SEC-018', 'PAD-CFG-001', 'PAD-REL-001', 'PAD-REL-002', 'PAD-REL-004', 'PAD-REL-006',
    'PAD-SEC-001', 'PAD-SEC-002', 'PAD-SEC-003', 'PAD-SEC-004', 'PAD-SEC-005', 'PAF-CFG-002', 'PAF-CFG-003', 'PAF-CFG-004',
    'PAF-CMP-001', 'PAF-CMP-002', 'PAF-CMP-003', 'PAF-CMP-004', 'PAF-MNT-001', 'PAF-MNT-003', 'PAF-MNT-004', 'PAF-MNT-005',
    'PAF-MNT-011', 'PAF-NMG-001', 'PAF-NMG-002', 'PAF-OBS-001', 'PAF-OBS-002', 'PAF-PRF-002', 'PAF-PRF-004', 'PAF-PRV-001',
    'PAF-PRV-003', 'PAF-PRV-004', 'PAF-PRV-005', 'PAF-PRV-006', 'PAF-REL-001', 'PAF-REL-002', 'PAF-REL-006', 'PAF-REL-007',
    'PAF-REL-008', 'PAF-REL-009', 'PAF-REL-010', 'PAF-REL-011', 'PAF-REL-012', 'PAF-REL-013', 'PAF-REL-015', 'PAF-REL-016',
    'PAF-REL-019', 'PAF-REL-020', 'PAF-REL-023', 'PAF-REL-024', 'PAF-SEC-001', 'PAF-SEC-002', 'PAF-SEC-003', 'PAF-SEC-004',
    'PAF-SEC-005', 'PAF-SEC-006', 'PAF-SEC-007', 'PAF-SEC-008', 'PAF-SEC-009', 'PAF-SEC-012', 'PAF-SEC-014', 'PAF-SEC-016',
    'PAF-SEC-017', 'PAF-SEC-018', 'PAF-SEC-020', 'PAF-SEC-021', 'PAF-SEC-023', 'PAF-SEC-024', 'PAF-SEC-025', 'PAF-SEC-026',
    'PAF-SEC-027', 'PAF-SEC-028', 'UIP-CFG-001', 'UIP-CFG-004', 'UIP-MNT-001', 'UIP-MNT-005', 'UIP-MNT-006', 'UIP-MNT-007',
    'UIP-MNT-010', 'UIP-MNT-016', 'UIP-NMG-001', 'UIP-NMG-002', 'UIP-NMG-003', 'UIP-NMG-004', 'UIP-NMG-005', 'UIP-PRF-005',
    'UIP-PRV-001', 'UIP-PRV-004', 'UIP-REL-001', 'UIP-REL-002', 'UIP-REL-003', 'UIP-REL-007', 'UIP-REL-008', 'UIP-REL-009',
    'UIP-REL-010', 'UIP-REL-011', 'UIP-REL-013', 'UIP-REL-020', 'UIP-REL-021', 'UIP-REL-022', 'UIP-REL-023', 'UIP-REL-024',
    'UIP-REL-025', 'UIP-REL-027', 'UIP-REL-028', 'UIP-REL-030', 'UIP-SEC-001', 'UIP-SEC-002', 'UIP-SEC-003', 'UIP-SEC-005',
    'UIP-SEC-006', 'UIP-SEC-008', 'UIP-SEC-009', 'UIP-SEC-011', 'UIP-SEC-012', 'UIP-SEC-013', 'UIP-SEC-014', 'UIP-SEC-016',
    'UIP-SEC-017', 'UIP-SEC-018', 'UIP-SEC-020', 'UIP-SEC-021', 'UIP-SEC-022', 'UIP-SUP-001', 'UIP-SUP-003', 'UIP-SUP-005',
    'UIP-SUP-007', 'UIP-SUP-008', 'XPL-CMP-001', 'XPL-CMP-002', 'XPL-CMP-003', 'XPL-ENG-001', 'XPL-ENG-002', 'XPL-ENG-005',
    'XPL-ENG-006', 'XPL-ENG-007', 'XPL-ENG-008', 'XPL-ENG-009', 'XPL-ENG-010', 'XPL-ENG-011', 'XPL-ENG-012', 'XPL-MNT-002',
    'XPL-PRV-001', 'XPL-PRV-004', 'XPL-REL-001', 'XPL-REL-003', 'XPL-REL-007', 'XPL-REL-008', 'XPL-REL-009', 'XPL-REL-010',
    'XPL-REL-011', 'XPL-REL-012', 'XPL-SEC-001', 'XPL-SEC-002', 'XPL-SEC-003', 'XPL-SEC-004', 'XPL-SEC-019', 'XPL-SEC-020',
    'XPL-SEC-023'
  ]) as id
where exists (select from organisations);

-- Null: the default, no grace period.
alter table organisation_settings
  add column new_rule_grace_days integer check (new_rule_grace_days between 0 and 90);
