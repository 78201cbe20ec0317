import { CHANGE_ANSWERS, type FrameworkTable } from './framework.ts';

/** SOC 2. */
export const SOC2: FrameworkTable = {
  about: 'Trust services criteria of a SOC 2 report',
  prefix: 'SOC2:',
  hides:
    'The control environment, people, risk assessment, monitoring, vendors, and the platform that runs the robots.',
  controls: [
    { number: 'A1.1', title: 'Capacity' },
    { number: 'A1.2', title: 'Availability' },
    { number: 'C1.1', title: 'Confidential data' },
    { number: 'CC5.1', title: 'Controls against risks' },
    { number: 'CC6.1', title: 'Access to systems' },
    { number: 'CC6.3', title: 'Rights by role' },
    { number: 'CC6.7', title: 'Data on its way' },
    { number: 'CC7.1', title: 'Vulnerabilities' },
    { number: 'CC7.2', title: 'Monitoring' },
    { number: 'CC8.1', title: 'Controlled change', answers: CHANGE_ANSWERS },
    { number: 'PI1.3', title: 'Complete and correct processing' },
  ],
};
