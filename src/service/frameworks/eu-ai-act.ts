import type { FrameworkTable } from './framework.ts';

/** EU AI Act. */
export const EU_AI_ACT: FrameworkTable = {
  about:
    'Regulation (EU) 2024/1689, as far as the files of agents show it; most of it applies to high-risk systems only',
  prefix: 'EU-AI-Act:',
  hides:
    'Whether a system is high-risk, the training of models, documentation, transparency to people, logs of operation, registration and conformity. A rule sees how an agent is set up, never what it answers.',
  controls: [
    {
      number: 'Art.14',
      title: 'People oversee what an agent does',
      reason:
        'The files of an agent show which tools with lasting effects it may call, and whether a person decides first.',
    },
    {
      number: 'Art.15',
      title: 'Accuracy, robustness and security',
      reason:
        'The files of an agent show its guardrails, its test cases, its model, and which text from outside reaches it.',
    },
    {
      number: 'Art.26(4)',
      title: 'Input that a deployer controls',
      reason:
        'The files of an agent name the sources that it answers from, and one in the folder of a person is no source of the organisation.',
    },
  ],
};
