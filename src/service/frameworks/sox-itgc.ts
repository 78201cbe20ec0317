import { CHANGE_ANSWERS, type FrameworkTable } from './framework.ts';

/** General IT controls for financial reporting. */
export const SOX_ITGC: FrameworkTable = {
  about: 'IT general controls for financial reporting (SOX section 404), by their usual areas',
  prefix: 'SOX-ITGC:',
  hides:
    'Which robots matter for financial reporting, reviews of user accounts, program development as a project, backups and the controls of the applications that a robot uses.',
  controls: [
    {
      number: 'APD',
      title: 'Access to programs and data',
      reason:
        'The file shows the secrets, rights and identities that a robot uses, and duties that it does not keep apart.',
    },
    {
      number: 'CO',
      title: 'Computer operations',
      reason: 'The file shows where a robot stops, hides a failure or leaves a result incomplete.',
    },
    {
      number: 'PC',
      title: 'Program changes',
      answers: CHANGE_ANSWERS,
      reason:
        'Each change is run against one policy, the gate stops what the policy forbids, a second person decides on exceptions, and drift shows changes past the release.',
    },
  ],
};
