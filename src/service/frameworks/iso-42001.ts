import type { FrameworkTable } from './framework.ts';

/** ISO/IEC 42001. */
export const ISO_42001: FrameworkTable = {
  about: 'ISO/IEC 42001:2023, Annex A, as far as the files of agents show it',
  prefix: 'ISO42001:',
  hides:
    'The management system: policy, roles, assessment of impacts, quality and origin of data, documents for users, event logs of operation.',
  controls: [
    {
      number: 'A.6.2.4',
      title: 'An agent is tested',
      answers: ['rules', 'exceptions', 'runs', 'gate'],
      reason:
        'The files of an agent show whether it has test cases that can fail, and each run checks the agent before its release.',
    },
    {
      number: 'A.9.3',
      title: 'Responsible use has limits',
      reason:
        'A person who decides before lasting effects is such a limit, and the files show whether there is one.',
    },
    {
      number: 'A.10.3',
      title: 'Suppliers of models and tools',
      reason: 'The files of an agent name its model and the servers that its tools come from.',
    },
  ],
};
