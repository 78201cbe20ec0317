import type { FrameworkTable } from './framework.ts';

/** OWASP top ten for applications of language models. */
export const OWASP_LLM: FrameworkTable = {
  about: 'OWASP Top 10 for LLM Applications, 2025',
  prefix: 'OWASP:LLM',
  hides:
    'Poisoned models and data (LLM04), leaks of the system prompt (LLM07), weak embeddings (LLM08), wrong answers (LLM09) and consumption (LLM10). Answers of a model that become a command (LLM05) are reported by XPL-SEC-012 to XPL-SEC-016, whose findings name the source; they have no number of their own, as mails and forms are sources too.',
  controls: [
    {
      number: '01:2025',
      title: 'Text that gives orders to a model',
      reason:
        'The file shows which text from outside reaches a model, and whether a guardrail stands between.',
    },
    {
      number: '02:2025',
      title: 'Sensitive data in prompts and answers',
      reason: 'The file shows which data a prompt takes, and which source an agent answers from.',
    },
    {
      number: '03:2025',
      title: 'Models and tools of others',
      reason: 'The file names the model, and the servers that tools come from.',
    },
    {
      number: '06:2025',
      title: 'An agent that may do too much',
      reason: 'The file lists the tools of an agent, the rights they use, and where a person confirms.',
    },
  ],
};
