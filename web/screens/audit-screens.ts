/** Screens for audits, which browsers load as one file. */
export { default as AuditScreen } from './audit/audit-screen.tsx';
export { default as EvidenceScreen } from './evidence/evidence-screen.tsx';
