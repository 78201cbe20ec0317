/** Families of rules: each is about one weakness. */
import type { Bundle } from '../../analysis/model/compliance.ts';

/** A family, as people read it. */
interface Family {
  readonly title: string;
  /** Reason for its controls: what its rules show about them. */
  readonly reason: string;
}

/** Family → its name and reason. */
export const RULE_FAMILIES: Readonly<Record<Bundle, Family>> = {
  SECRET: { title: 'Secrets in files', reason: 'Everyone who can read a file can use the secret in it.' },
  PLAINCRED: {
    title: 'Credentials in clear text',
    reason: 'Memory, screens and crash reports show a credential that a robot handles in clear text.',
  },
  SECLOG: {
    title: 'Secrets in logs',
    reason: 'More people read logs than are meant to know the secret.',
  },
  PII: {
    title: 'Personal data',
    reason: 'Steps that copy, keep or send personal data show whether the task needs it there.',
  },
  PIILOG: {
    title: 'Personal data in logs',
    reason: 'Logs keep personal data longer, and for more readers, than the task needs.',
  },
  PAN: { title: 'Card numbers', reason: 'A card number in a file is stored without protection.' },
  TLS: {
    title: 'Connections without encryption',
    reason: 'Data on a connection without encryption can be read and changed on its way.',
  },
  CERT: {
    title: 'Certificates that nobody checks',
    reason: 'Without a check of the certificate, a robot may talk to anyone.',
  },
  INJ: {
    title: 'Data that becomes a command',
    reason: 'Data from outside that becomes a command, a query or a path decides what a robot does.',
  },
  CODE: {
    title: 'Code from elsewhere',
    reason: 'Scripts and programs that a robot starts can do whatever its account may do.',
  },
  CRYPTO: { title: 'Weak cryptography', reason: 'Weak methods do not protect what they encrypt.' },
  AUTHN: {
    title: 'Entries without sign-in',
    reason: 'An entry without sign-in lets anyone start work or read answers.',
  },
  LEASTPRIV: {
    title: 'More rights than needed',
    reason:
      'An attacker who controls the robot has all of its rights, also those that its task does not need.',
  },
  IMPERS: {
    title: 'Work under another identity',
    reason: 'Work under the identity of another person hides who did it.',
  },
  DLP: {
    title: 'Data that leaves',
    reason: 'Connectors, hosts and addresses show where data leaves the organisation.',
  },
  ERR: {
    title: 'Hidden failures',
    reason: 'A failure that is swallowed leaves work undone, and nobody learns of it.',
  },
  AVAIL: {
    title: 'Runs that stop or hang',
    reason: 'Endless loops, missing limits and fragile steps stop the process that depends on the robot.',
  },
  INTEG: {
    title: 'Wrong or partial results',
    reason: 'Steps that cannot work as written produce wrong results, or only a part of them.',
  },
  LOGGING: {
    title: 'Missing records',
    reason: 'Without a record of a run and its failures, nobody can find out what happened.',
  },
  CONFIG: {
    title: 'Fixed settings',
    reason: 'Addresses and paths in the file have to be edited for each environment, outside of the release.',
  },
  ENVSEP: {
    title: 'Mixed environments',
    reason: 'A released file that names a test system mixes environments.',
  },
  DEBUG: {
    title: 'Leftovers of testing',
    reason: 'Breakpoints and test results that stay in a file change what runs in production.',
  },
  DEPS: {
    title: 'Packages of others',
    reason: 'A package that is not pinned or not approved brings code that nobody has reviewed.',
  },
  EOL: {
    title: 'Outdated parts',
    reason: 'Parts that their vendor no longer maintains get no corrections.',
  },
  CHANGE: {
    title: 'Change without a record',
    reason: 'Owner, purpose, notes and tests in the file show that a change was described and tried.',
  },
  SOD: {
    title: 'Duties that are not separated',
    reason: 'An automation that requests and approves takes the second person away.',
  },
  MAINT: {
    title: 'Hard to review',
    reason: 'What reviewers cannot follow, they cannot judge.',
  },
  PERF: {
    title: 'Wasted capacity',
    reason: 'Work that repeats needlessly takes capacity from other processes.',
  },
  AI: {
    title: 'Text that steers a model',
    reason: 'Text from outside can change what a model decides, and with it what the workflow does.',
  },
};
