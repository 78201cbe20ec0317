/** Screens of trends, which browsers load as one file. */
export { default as ReportScreen } from './report-screen.tsx';
export { default as TrendsScreen } from './trends-screen.tsx';
