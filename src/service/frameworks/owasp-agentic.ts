import type { FrameworkTable } from './framework.ts';

/** OWASP top ten for agents. */
export const OWASP_AGENTIC: FrameworkTable = {
  about: 'OWASP Top 10 for Agentic Applications, 2026',
  prefix: 'OWASP:ASI',
  hides:
    'Code that an agent makes up and runs (ASI05), poisoned memory (ASI06), messages between agents (ASI07), failures that spread (ASI08), misused trust of people (ASI09) and agents that leave their task (ASI10): these show at run time.',
  controls: [
    {
      number: '01:2026',
      title: 'A stranger changes the goal',
      reason:
        'The file shows which text of strangers an agent reads, and whether a guardrail stands between.',
    },
    {
      number: '02:2026',
      title: 'Tools used to do harm',
      reason: 'The file lists tools with lasting effects, and where a person or a guardrail stops them.',
    },
    {
      number: '03:2026',
      title: 'Rights and identity of an agent',
      reason: 'The file shows who may talk to an agent, and whose rights its tools use.',
    },
    {
      number: '04:2026',
      title: 'Models and tools of others',
      reason: 'The file names the model, and the servers that tools come from.',
    },
  ],
};
