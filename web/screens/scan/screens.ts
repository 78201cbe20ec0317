/** Screens of the free scanner, which browsers load as one file. */
export { default as ScanReportScreen } from './scan-report-screen.tsx';
export { default as ScanScreen } from './scan-screen.tsx';
