/** Connections of desktop flows without encryption or trust. */
import type { Fix } from '../fix.ts';
import { turnOverOnLine } from './robin-switch.ts';

export const fix: Fix = {
  rule: 'PAD-SEC-005',
  does: 'Switches encryption on, or the trust in unknown certificates off.',
  consequence:
    'Servers without encryption, or with an expired or self-signed certificate, are no longer reached.',
  script: (place, { finding }) =>
    finding.subject === 'FTP'
      ? 'The flow needs another action: one for SFTP.'
      : turnOverOnLine(place, finding.subject),
};
