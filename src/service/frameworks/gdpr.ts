import type { FrameworkTable } from './framework.ts';

/** GDPR. */
export const GDPR: FrameworkTable = {
  about: 'Regulation (EU) 2016/679',
  prefix: 'GDPR:',
  hides:
    'Purpose and legal basis, rights of the people concerned, contracts, transfers to other countries, and how long systems keep data.',
  controls: [
    { number: 'Art.5(1)(c)', title: 'No more data than needed' },
    { number: 'Art.5(1)(f)', title: 'Confidential and intact' },
    { number: 'Art.32', title: 'Security of processing' },
    { number: 'Art.32(1)(a)', title: 'Encryption' },
    {
      number: 'Art.32(1)(b)',
      title: 'Lasting confidentiality',
      reason:
        'A secret in a file and personal data in a prompt without a guardrail do not stay confidential.',
    },
  ],
};
