import { CHANGE_ANSWERS, type FrameworkTable } from './framework.ts';

/** PCI DSS. */
export const PCI_DSS: FrameworkTable = {
  about: 'PCI DSS 4.0.1',
  prefix: 'PCI:',
  hides:
    'Which systems hold card data, networks, scans, and every requirement for people, premises and service providers.',
  controls: [
    { number: '3.4.1', title: 'Masked card numbers' },
    { number: '3.5.1', title: 'Unreadable card numbers' },
    { number: '4.2.1', title: 'Encrypted connections' },
    { number: '6.2.3', title: 'Reviewed code' },
    { number: '6.2.4', title: 'Common attacks prevented' },
    { number: '6.3.2', title: 'Known parts of software' },
    { number: '6.5.1', title: 'Controlled change', answers: CHANGE_ANSWERS },
    { number: '6.5.3', title: 'Separated environments' },
    { number: '6.5.6', title: 'No leftovers of testing' },
    { number: '7.2.2', title: 'Rights by function' },
    { number: '7.2.5', title: 'Rights of system accounts' },
    { number: '8.3.2', title: 'Protected credentials' },
    { number: '8.6.2', title: 'No passwords in files' },
    { number: '10.2.1', title: 'Audit logs' },
    { number: '12.3.3', title: 'Reviewed cryptography' },
    { number: '12.3.4', title: 'Reviewed technology' },
  ],
};
