import { CHANGE_ANSWERS, type FrameworkTable } from './framework.ts';

/** DORA. */
export const DORA: FrameworkTable = {
  about: 'Regulation (EU) 2022/2554, for financial entities',
  prefix: 'DORA:',
  hides:
    'Governance, the register of contracts, reports of incidents to authorities, threat-led tests, backups and the resilience of the platform that runs the robots. Whether a robot supports a critical or important function is for you to state.',
  controls: [
    {
      number: 'Art.7',
      title: 'Reliable systems with enough capacity',
      families: ['AVAIL', 'PERF'],
      reason:
        'Loops without an end, missing limits and needless load show where a robot is not reliable under load.',
    },
    {
      number: 'Art.8',
      title: 'Functions, owners and data are known',
      rules: ['XPL-CMP-002', 'XPL-CMP-003'],
      reason:
        'The rules report files without a declared owner and purpose, and data that is more sensitive than declared.',
    },
    {
      number: 'Art.9(3)(a)',
      title: 'Safe transfer of data',
      families: ['TLS', 'CERT'],
      reason:
        'The file shows each connection without encryption, and each check of a certificate that is off.',
    },
    {
      number: 'Art.9(3)(b)',
      title: 'Data is not corrupted, and flaws do not stop the business',
      families: ['INTEG', 'ERR', 'INJ'],
      reason:
        'Steps that cannot work, failures that are hidden and data that becomes a command are technical flaws of a robot.',
    },
    {
      number: 'Art.9(3)(c)',
      title: 'Confidential data stays confidential',
      families: ['DLP', 'PII', 'PIILOG', 'PAN', 'SECLOG'],
      reason:
        'The file shows which sensitive data a robot writes to logs, keeps in files or sends to others.',
    },
    {
      number: 'Art.9(4)(c)',
      title: 'Access is limited to what is needed',
      families: ['LEASTPRIV', 'IMPERS', 'SOD'],
      reason: 'The file shows rights, shared connections and approvals that one automation gives to itself.',
    },
    {
      number: 'Art.9(4)(d)',
      title: 'Strong sign-in, protected keys',
      families: ['SECRET', 'PLAINCRED', 'AUTHN', 'CRYPTO'],
      reason: 'Secrets in files, entries without sign-in and weak cryptography stand in the file itself.',
    },
    {
      number: 'Art.9(4)(e)',
      title: 'Change of software is controlled',
      families: ['CHANGE', 'ENVSEP', 'DEBUG', 'CONFIG'],
      answers: CHANGE_ANSWERS,
      reason:
        'Each change is run against one policy, the gate stops what the policy forbids, a second person decides on exceptions, and drift shows changes past the release.',
    },
    {
      number: 'Art.9(4)(f)',
      title: 'Patches and updates',
      families: ['EOL'],
      rules: ['UIP-SUP-009'],
      reason: 'The rules report parts without maintenance, and package versions with a known defect.',
    },
    {
      number: 'Art.10',
      title: 'Anomalies are detected',
      families: ['LOGGING'],
      reason: 'A robot that records neither its runs nor its failures gives monitoring nothing to detect.',
    },
    {
      number: 'Art.25',
      title: 'Tests of systems',
      categories: ['security'],
      answers: ['rules', 'runs', 'gate'],
      reason:
        'A run reviews the source of a robot for weaknesses, which is one of the kinds of test; the gate acts on its result.',
    },
  ],
};
