/** Example of a blocked validation in the API reference: the members that differ from one that passes. */

const finding = {
  id: '0199f3a2-7c1e-7d44-9b0a-4f6f2f0b9c11',
  catalogRuleId: 'UIP-REL-001',
  severity: 'high',
  category: 'reliability',
  rule: 'Empty catch block',
  location: 'Main.xaml > Process invoices > Try Catch > Catches > Exception',
  description: 'The catch for System.Exception has no activities, so every error of this block disappears.',
  remediation: 'Log the exception and rethrow it, or handle the cases that you expect by their own types.',
  complianceTags: ['SOC2:CC7.2'],
  sourceXPath: '/Activity[1]/Sequence[1]/TryCatch[1]',
  sourceLineNumber: 42,
  detectorId: 'uip-rel-001@1',
  exceptionId: null,
  exceptionStatus: 'none',
};

export const blockedExample = {
  passed: false,
  score: 84,
  enforcementMode: 'blocking',
  summary: { critical: 0, high: 1, medium: 0, low: 0, total: 1 },
  findings: [finding],
  blockingFindings: [
    {
      id: finding.id,
      severity: finding.severity,
      rule: finding.rule,
      location: finding.location,
      sourceXPath: finding.sourceXPath,
      sourceLineNumber: finding.sourceLineNumber,
      detectorId: finding.detectorId,
      exceptionId: null,
      exceptionStatus: 'none',
    },
  ],
};
