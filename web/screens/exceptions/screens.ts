/** Screens of exceptions and the inbox, which browsers load as one file. */
export { default as ExceptionScreen } from './exception-screen.tsx';
export { default as ExceptionsScreen } from './exceptions-screen.tsx';
export { default as InboxScreen } from './inbox-screen.tsx';
export { default as RequestScreen } from './request-screen.tsx';
