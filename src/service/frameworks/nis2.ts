import { CHANGE_ANSWERS, type FrameworkTable } from './framework.ts';

/** NIS2. */
export const NIS2: FrameworkTable = {
  about:
    'Directive (EU) 2022/2555, for essential and important entities; the law of your country says what applies',
  prefix: 'NIS2:',
  hides:
    'Risk management as a whole, training, reports to authorities, crisis management, multi-factor sign-in of people and contracts with suppliers.',
  controls: [
    {
      number: 'Art.21(2)(b)',
      title: 'Incidents can be handled',
      families: ['LOGGING', 'ERR'],
      reason: 'An incident that a robot neither records nor reports cannot be handled.',
    },
    {
      number: 'Art.21(2)(c)',
      title: 'Business goes on',
      families: ['AVAIL'],
      reason: 'The file shows where a robot hangs, stops or waits without an end.',
    },
    {
      number: 'Art.21(2)(d)',
      title: 'Security of the supply chain',
      families: ['DEPS'],
      reason: 'Packages, servers and publishers that a robot depends on stand in its files.',
    },
    {
      number: 'Art.21(2)(e)',
      title: 'Secure development and maintenance',
      families: ['INJ', 'CODE', 'CHANGE', 'ENVSEP', 'DEBUG', 'EOL'],
      answers: CHANGE_ANSWERS,
      reason:
        'Runs find vulnerabilities before a release, the gate stops them, and exceptions say who accepted which of them and until when.',
    },
    {
      number: 'Art.21(2)(f)',
      title: 'Effect of measures is assessed',
      categories: ['security'],
      answers: ['rules', 'exceptions', 'runs', 'gate'],
      reason:
        'Findings, stopped runs and exceptions over time show whether the rules for robots are followed.',
    },
    {
      number: 'Art.21(2)(h)',
      title: 'Cryptography and encryption',
      families: ['CRYPTO', 'TLS', 'CERT'],
      reason:
        'The file shows weak methods, connections without encryption and certificates that nobody checks.',
    },
    {
      number: 'Art.21(2)(i)',
      title: 'Access control',
      families: ['LEASTPRIV', 'IMPERS', 'SOD', 'AUTHN', 'SECRET', 'PLAINCRED'],
      reason:
        'The file shows rights and identities that a robot uses, and the credentials that it does not protect.',
    },
  ],
};
