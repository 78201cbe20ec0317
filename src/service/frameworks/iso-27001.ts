import { CHANGE_ANSWERS, type FrameworkTable } from './framework.ts';

/** ISO/IEC 27001. */
export const ISO_27001: FrameworkTable = {
  about: 'ISO/IEC 27001:2022, Annex A',
  prefix: 'ISO27001:',
  hides:
    'The management system, people, premises, devices, networks, and everything outside of the files of automations.',
  controls: [
    { number: 'A.5.3', title: 'Separated duties' },
    {
      number: 'A.5.9',
      title: 'Owners of assets',
      reason: 'The rule reports files that declare neither owner nor purpose.',
    },
    {
      number: 'A.5.12',
      title: 'Classes of data',
      reason: 'The rule compares the declared class of data with the data in the file.',
    },
    { number: 'A.5.14', title: 'Transfer of data' },
    { number: 'A.5.16', title: 'Identities' },
    { number: 'A.5.17', title: 'Secrets for sign-in' },
    { number: 'A.5.34', title: 'Personal data' },
    { number: 'A.8.2', title: 'Privileged rights' },
    { number: 'A.8.5', title: 'Sign-in' },
    { number: 'A.8.6', title: 'Capacity' },
    { number: 'A.8.8', title: 'Known vulnerabilities' },
    { number: 'A.8.9', title: 'Configuration' },
    { number: 'A.8.11', title: 'Masked data' },
    { number: 'A.8.12', title: 'Leaks of data' },
    { number: 'A.8.15', title: 'Logs' },
    { number: 'A.8.19', title: 'Installed software' },
    { number: 'A.8.24', title: 'Cryptography' },
    { number: 'A.8.26', title: 'Requirements of applications' },
    { number: 'A.8.28', title: 'Secure code' },
    { number: 'A.8.31', title: 'Separated environments' },
    { number: 'A.8.32', title: 'Controlled change', answers: CHANGE_ANSWERS },
  ],
};
